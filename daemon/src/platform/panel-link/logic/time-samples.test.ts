// What a node makes of the panel's clock: right to within the way of a message, however its own clock is set.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lateByMs, panelTimeMs, sampleLimit, type TimeSample, withSample } from './time-samples.ts'

const heardAfter = (offsetMs: number, heardAtMs: number, delayMs: number): TimeSample => ({
  sentAtMs: heardAtMs + offsetMs - delayMs,
  heardAtMs,
})
const collect = (samples: TimeSample[]) => samples.reduce<TimeSample[]>(withSample, [])

describe('the panel as a clock', () => {
  it('L16 is never ahead of the truth, and behind it by the quickest message at most', () => {
    const delays = fc.array(fc.nat(60_000), { minLength: 1, maxLength: sampleLimit })
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), delays, (offsetMs, delaysMs) => {
        // A connection keeps the order: nothing is heard before what was sent earlier.
        const heardAtMs = delaysMs.map((_, n) =>
          Math.max(...delaysMs.slice(0, n + 1).map((delayMs, sent) => 10_000 * sent + delayMs)),
        )
        const samples = heardAtMs.map((heard, n) => heardAfter(offsetMs, heard, heard - 10_000 * n))
        const known = panelTimeMs(collect(samples), 200_000) ?? Number.NaN
        expect(200_000 + offsetMs - known).toBe(Math.min(...heardAtMs.map((heard, n) => heard - 10_000 * n)))
      }),
    )
  })

  it('L16 what piled up while the daemon stood still does not make it believe in an earlier time', () => {
    const before = [0, 10_000, 20_000].map(atMs => heardAfter(5_000, atMs, 3))
    // Stood still from 20,000 on for a minute; three heartbeats wait, and an order that was good until 36,000.
    const late = [30_000, 40_000, 50_000].map(sentAtMs => ({ sentAtMs: sentAtMs + 5_000, heardAtMs: 80_000 }))
    expect(lateByMs(36_000 + 5_000, collect([...before, ...late]), 80_000)).toBe(44_000 - 3)
    expect(lateByMs(36_000 + 5_000, collect(before), 30_000)).toBe(0)
  })

  it('L16 a panel whose clock was set back is believed with its next word', () => {
    const before = [0, 10_000].map(atMs => heardAfter(3_600_000, atMs, 1))
    expect(lateByMs(31_000, collect(before), 20_000)).toBeGreaterThan(3_000_000)
    expect(lateByMs(31_000, collect([...before, heardAfter(0, 20_000, 1)]), 20_000)).toBe(0)
  })

  it('L16 a clock that was set back by less than the time between two words is believed after a few', () => {
    const before = [0, 10_000].map(atMs => heardAfter(8_000, atMs, 1))
    const after = Array.from({ length: sampleLimit }, (_, n) => heardAfter(0, 20_000 + 10_000 * n, 1))
    expect(lateByMs(101_000, collect([...before, ...after]), 100_000)).toBe(0)
  })

  it('L16 without an end, or before anything is known of the panel, nothing is late', () => {
    expect(lateByMs(1, [], 1_000_000)).toBe(0)
    expect(lateByMs(undefined, [heardAfter(0, 0, 0)], 1_000_000)).toBe(0)
  })
})
