import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { describe, expect, test } from 'vitest'
import { gameServerValues, nodeValues } from './latest-value-rules.ts'

const named = (series: readonly { name: string }[], values: readonly number[] | null) =>
  Object.fromEntries(
    series.flatMap(({ name }, at) => {
      const value = values?.[at]
      return value === undefined || Number.isNaN(value) ? [] : [[name, value]]
    }),
  )

describe('what a node told last', () => {
  test('is taken by position, one value for each series', () => {
    const values = gameServerSeries.map((_, at) => at + 0.5)
    expect(gameServerValues({ gameServerId: 1, measured: { values } })).toEqual(values)
    const ofNode = nodeSeries.map((_, at) => at)
    expect(nodeValues({ measured: { values: ofNode } })).toEqual(ofNode)
  })

  test('of an earlier daemon is what lists show', () => {
    expect(
      named(gameServerSeries, gameServerValues({ gameServerId: 1, cpuPercent: 7, memoryBytes: 9 })),
    ).toEqual({
      panel_server_up: 1,
      panel_server_cpu_usage_percent: 7,
      panel_server_memory_usage_bytes: 9,
    })
    const usage = { cpuPercent: 1, memoryPercent: 2, diskPercent: 3, memoryBytes: 4, memoryTotalBytes: 5 }
    expect(named(nodeSeries, nodeValues({ ...usage, diskBytes: 6, diskTotalBytes: 7 }))).toEqual({
      panel_node_cpu_usage_percent: 1,
      panel_node_memory_usage_percent: 2,
      panel_node_disk_usage_percent: 3,
      panel_node_memory_usage_bytes: 4,
      panel_node_memory_total_bytes: 5,
      panel_node_disk_usage_bytes: 6,
      panel_node_disk_total_bytes: 7,
    })
  })

  test.each([[[]], [[Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN, -1]]])(
    'that can be no measurement is none: %j',
    values => {
      const taken = gameServerValues({ gameServerId: 1, measured: { values } })
      expect(taken).toHaveLength(gameServerSeries.length)
      expect(taken.every(Number.isNaN)).toBe(true)
    },
  )

  test('more values than there are series are not taken', () => {
    const values = Array.from({ length: 10_000 }, () => 1)
    expect(nodeValues({ measured: { values } })).toHaveLength(nodeSeries.length)
  })

  test('is nothing where it measures nothing', () => {
    expect(nodeValues({})).toBeNull()
    expect(nodeValues({ cpuPercent: Number.NaN })).toBeNull()
  })
})
