import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { expect, test } from 'vitest'
import { gameServerValues, nodeValues, stoppedValues } from './measured-value-rules.ts'

const named = (series: readonly { name: string }[], values: readonly number[]) =>
  Object.fromEntries(
    series.map(({ name }, at) => [name, values[at]] as const).filter(([, value]) => !Number.isNaN(value)),
  )

test('6.3 (C346) one busy core is 100, four are 400, and an unknown load is absent', () => {
  const mark = (cpuSeconds: number, atMs: number) => ({ cpuSeconds, atMs })
  const percent = (before: ReturnType<typeof mark> | null, now: ReturnType<typeof mark>) =>
    named(gameServerSeries, gameServerValues({}, { before, now })).panel_server_cpu_usage_percent
  expect(percent(mark(10, 0), mark(15, 5_000))).toBe(100)
  expect(percent(mark(10, 0), mark(30, 5_000))).toBe(400)
  expect(percent(mark(10, 0), mark(10, 5_000))).toBe(0)
  expect(percent(null, mark(10, 5_000))).toBeUndefined()
})

test('6.3 (C270) a manager that limits memory fills the limit and its percentage, others leave both out', () => {
  const unmeasured = { before: null, now: null }
  expect(
    named(gameServerSeries, gameServerValues({ memoryBytes: 50, memoryLimitBytes: 200 }, unmeasured)),
  ).toEqual({
    panel_server_up: 1,
    panel_server_memory_usage_bytes: 50,
    panel_server_memory_limit_bytes: 200,
    panel_server_memory_usage_percent: 25,
  })
  expect(named(gameServerSeries, gameServerValues({ memoryBytes: 50, pids: 3 }, unmeasured))).toEqual({
    panel_server_up: 1,
    panel_server_memory_usage_bytes: 50,
    panel_server_process_pids: 3,
  })
  expect(named(gameServerSeries, stoppedValues)).toEqual({ panel_server_up: 0 })
})

test('6.3 (C271) a node tells exactly its 15 series, and none that could not be measured', () => {
  const usage = {
    cpu: { busy: 30, total: 200 },
    memory: { usedBytes: 25, totalBytes: 100 },
    swap: { usedBytes: 0, totalBytes: 0 },
    disk: { usedBytes: 60, totalBytes: 100, freeBytes: 20 },
    network: { receiveBytes: 1, transmitBytes: 2 },
    load: { one: 1, five: 2, fifteen: 3 },
    uptimeSeconds: 9,
  }
  const values = named(nodeSeries, nodeValues(usage, { cpu: { busy: 10, total: 100 } }))
  expect(Object.keys(values)).toEqual(nodeSeries.map(({ name }) => name))
  expect(values).toMatchObject({
    panel_node_cpu_usage_percent: 20,
    panel_node_memory_usage_percent: 25,
    panel_node_disk_usage_percent: 75,
    panel_node_swap_usage_bytes: 0,
    panel_node_load15: 3,
  })
  expect(named(nodeSeries, nodeValues({}, null))).toEqual({})
})
