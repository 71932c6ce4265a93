// Tests of what a node says of itself: now, and over five minutes.

import { nodeSeries } from '@rookery/contracts/metric-series.ts'
import { MetricRing } from '@rookery/primitives/metric-ring.ts'
import { expect, test } from 'vitest'
import { nodeUsageOf } from './node-usage-rules.ts'

const ringOf = (count: number, cpu: (tick: number) => number) => {
  const ring = new MetricRing({ seriesCount: nodeSeries.length, capacity: 200, retentionSeconds: 600 })
  for (let tick = 0; tick < count; tick++) {
    const values = nodeSeries.map(({ name }) =>
      name === 'panel_node_cpu_usage_percent' ? cpu(tick) : Number.NaN,
    )
    ring.append({ atSeconds: 1_000 + tick * 5, values })
  }
  return ring
}

test('what cannot be measured is absent', () => {
  expect(nodeUsageOf(ringOf(0, () => 1))).toEqual({})
  const usage = nodeUsageOf(ringOf(1, () => 7))
  expect(usage.cpuPercent).toBe(7)
  expect(usage.diskPercent).toBeUndefined()
})

test('an average of five minutes is there after five minutes, and a short load is not a long one', () => {
  expect(nodeUsageOf(ringOf(60, () => 100)).cpuPercentLately).toBeUndefined()
  expect(nodeUsageOf(ringOf(61, () => 100)).cpuPercentLately).toBe(100)
  const short = nodeUsageOf(ringOf(100, tick => (tick > 90 ? 100 : 10)))
  expect(short.cpuPercent).toBe(100)
  expect(short.cpuPercentLately).toBeLessThan(30)
  expect(nodeUsageOf(ringOf(100, tick => (tick % 2 ? Number.NaN : 50))).cpuPercentLately).toBe(50)
})
