// A game that floods, or does not listen, costs bounded memory and nobody else's time.

import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { proofSize } from '../../../../../../test-services/proof-size.ts'
import { type Fixture, launchOf, openFixture, outputUntil, shell, until } from './process-manager-fixture.ts'

const floodBytes = 50_000_000
/** Many times what is kept for a reader that stands still. */
const missedBytes = proofSize({ short: 12_000_000, proof: floodBytes })
const allX = Buffer.alloc(64 * 1024, 'x')

function residentBytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
  return Number(kilobytes) * 1024
}

describe('flooding', () => {
  let fixture: Fixture
  beforeEach(() => {
    fixture = openFixture()
  })
  afterEach(() => fixture.end())

  test('T-079 50 MB on one line: every byte is delivered or counted as a gap, the keeper stays small', async () => {
    const running = await fixture.manager.start(
      shell(1, `sleep 0.2; head -c ${floodBytes} /dev/zero | tr '\\0' x`),
    )
    const before = residentBytes(fixture.keeperPid())
    let expectedSeq = 0
    let gaps = 0
    for await (const { seq, bytes, gapBytes } of running.output(0)) {
      expect(seq).toBe(expectedSeq + gapBytes)
      expect(bytes.length).toBeLessThanOrEqual(64 * 1024)
      expect(allX.subarray(0, bytes.length).equals(bytes)).toBe(true)
      gaps += gapBytes
      expectedSeq = seq + bytes.length
    }
    expect(expectedSeq).toBe(floodBytes)
    expect(await running.exit).toMatchObject({ code: 0, endSeq: floodBytes })
    expect(gaps).toBeLessThan(floodBytes)
    expect(residentBytes(fixture.keeperPid()) - before).toBeLessThan(60_000_000)
  })

  test('T-079 K5 a reader that stands still gets the newest MiB and a gap of exactly the rest', async () => {
    const running = await fixture.manager.start(
      shell(1, `head -c ${missedBytes} /dev/zero | tr '\\0' x; echo; echo end`),
    )
    const watch = running.output(0)[Symbol.asyncIterator]()
    const first = await watch.next()
    const { endSeq } = await running.exit
    let expectedSeq = first.value.seq + first.value.bytes.length
    let gaps = first.value.gapBytes
    let tail = ''
    for (let step = await watch.next(); !step.done; step = await watch.next()) {
      const { seq, bytes, gapBytes } = step.value
      expect(seq).toBe(expectedSeq + gapBytes)
      gaps += gapBytes
      expectedSeq = seq + bytes.length
      tail = (tail + Buffer.from(bytes).toString('latin1')).slice(-20)
    }
    expect(expectedSeq).toBe(endSeq)
    expect(gaps).toBeGreaterThan(missedBytes / 2)
    expect(tail.endsWith('x\r\nend\r\n')).toBe(true)
    expect(residentBytes(fixture.keeperPid())).toBeLessThan(150_000_000)
  })

  test('a game that does not read its input holds up nobody, and the sender is told', async () => {
    const deaf = await fixture.manager.start(launchOf(1, ['sleep', '600']))
    const other = await fixture.manager.start(launchOf(2, ['cat']))
    const line = Buffer.from(`${'x'.repeat(99)}\n`)
    const typing = async () => {
      for (let count = 0; count < 5_000; count += 1) await deaf.write(line)
    }
    await expect(typing()).rejects.toMatchObject({ code: 'input_full' })
    const began = performance.now()
    await other.write(Buffer.from('still here\n'))
    await outputUntil(other, 'still here\r\nstill here')
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  test('input that had to wait arrives once the game reads, in order', async () => {
    const script = 'stty -echo raw; echo ready; sleep 1; exec head -c 60000'
    const running = await fixture.manager.start(shell(1, script))
    await outputUntil(running, 'ready')
    const text = Array.from({ length: 6_000 }, (_, index) => String(index).padStart(9, '0')).join('\n')
    await running.write(Buffer.from(text.slice(0, 60_000).padEnd(60_000, '.')))
    let received = ''
    for await (const { bytes } of running.output(0)) received += Buffer.from(bytes).toString('latin1')
    expect(received).toBe(`ready\n${text.slice(0, 60_000).padEnd(60_000, '.')}`)
  })

  test('leaving the loop ends the watch, and the keeper has no connection left for it', async () => {
    const running = await fixture.manager.start(shell(1, 'while :; do echo tick; sleep 0.01; done'))
    for (let round = 0; round < 20; round += 1) await outputUntil(running, 'tick')
    await until(
      () => connectionsOf(fixture.socketFile) <= 2,
      'only the listener and the control line are left',
    )
  })
})

function connectionsOf(socketFile: string): number {
  return readFileSync('/proc/net/unix', 'latin1')
    .split('\n')
    .filter(line => line.endsWith(socketFile)).length
}
