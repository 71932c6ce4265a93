import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkWait, patienceMs, slowestBytesPerSecond } from './lag-limit.ts'

describe('T-079 patience with viewers', () => {
  const wait = { sinceMs: 10_000, takenBytes: 500 }
  const enoughBytes = (slowestBytesPerSecond * patienceMs) / 1_000

  test('nobody is checked before patience is over', () => {
    expect(checkWait(wait, 500, 10_000)).toBe('wait')
    expect(checkWait(wait, 500, 10_000 + patienceMs - 1)).toBe('wait')
    expect(checkWait(wait, 500 + 10 * enoughBytes, 10_000 + patienceMs - 1)).toBe('wait')
  })

  test('who takes nothing, or less than the slowest may, is left behind', () => {
    expect(checkWait(wait, 500, 10_000 + patienceMs)).toBe('leave behind')
    expect(checkWait(wait, 500 + enoughBytes - 1, 10_000 + patienceMs)).toBe('leave behind')
  })

  test('who gets on is waited for again', () => {
    expect(checkWait(wait, 500 + enoughBytes, 10_000 + patienceMs)).toBe('begin anew')
  })

  test('however it is looked at, nobody is waited for at less than the slowest pace', () => {
    const samples = fc.array(fc.record({ afterMs: fc.nat(3_000), bytes: fc.nat(400_000) }), { maxLength: 50 })
    fc.assert(
      fc.property(samples, steps => {
        let [current, nowMs, takenBytes] = [{ sinceMs: 0, takenBytes: 0 }, 0, 0]
        for (const { afterMs, bytes } of steps) {
          nowMs += afterMs
          takenBytes += bytes
          const verdict = checkWait(current, takenBytes, nowMs)
          if (verdict === 'leave behind') return
          if (verdict === 'begin anew') current = { sinceMs: nowMs, takenBytes }
          const checkedMs = current.sinceMs
          expect(current.takenBytes).toBeGreaterThanOrEqual((slowestBytesPerSecond * checkedMs) / 1_000)
          expect(nowMs - checkedMs).toBeLessThan(patienceMs)
        }
      }),
    )
  })
})
