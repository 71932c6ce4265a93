import { expect, test } from 'vitest'
import { MetricRing } from './metric-ring.ts'

const times = (ring: MetricRing) =>
  Array.from({ length: ring.endSeq - ring.startSeq }, (_, index) => ring.timeOf(ring.startSeq + index))

test('8.5 a ring keeps its capacity of ticks, whatever it grew through', () => {
  const ring = new MetricRing({ seriesCount: 2, capacity: 100, retentionSeconds: 1_000 })
  for (let tick = 0; tick < 1_000; tick++) ring.append({ atSeconds: tick, values: [tick, -tick] })
  expect([ring.startSeq, ring.endSeq]).toEqual([900, 1_000])
  for (let seq = 900; seq < 1_000; seq++) {
    expect(ring.tickOf(seq)).toEqual({ atSeconds: seq, values: [seq, -seq] })
    expect(ring.valueOf(seq, 1)).toBe(-seq)
  }
})

test('8.5 (C334) no tick is as old as the retention, also when some were missed', () => {
  const ring = new MetricRing({ seriesCount: 1, capacity: 120, retentionSeconds: 600 })
  for (const at of [0, 5, 10, 400, 599]) ring.append({ atSeconds: at, values: [at] })
  expect(times(ring)).toEqual([0, 5, 10, 400, 599])
  ring.append({ atSeconds: 606, values: [1] })
  expect(times(ring)).toEqual([10, 400, 599, 606])
  ring.append({ atSeconds: 5_000, values: [1] })
  expect(times(ring)).toEqual([5_000])
  ring.dropUntil(5_000)
  expect([times(ring), ring.newestAtSeconds, ring.endSeq]).toEqual([[], null, 7])
})

test('6.3 what was not measured stays unmeasured, also after growing', () => {
  const ring = new MetricRing({ seriesCount: 3, capacity: 64, retentionSeconds: 600, startSeq: 7 })
  for (let tick = 0; tick < 20; tick++) ring.append({ atSeconds: tick, values: [1, Number.NaN] })
  expect(ring.tickOf(7)).toEqual({ atSeconds: 0, values: [1, Number.NaN, Number.NaN] })
  expect(ring.tickOf(26)).toEqual({ atSeconds: 19, values: [1, Number.NaN, Number.NaN] })
})
