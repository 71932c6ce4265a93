// What the address of a metrics channel may ask for.

import { gameServerSeries, nodeSeries } from '@rookery/contracts/metric-series.ts'
import { expect, test } from 'vitest'
import { readMetricForm } from './metric-form-rules.ts'

test('without a word all series come as samples', () => {
  expect(readMetricForm({}, 'node')).toMatchObject({ kind: 'samples', series: nodeSeries.map((_, at) => at) })
  expect(readMetricForm({}, 'game-server')).toMatchObject({ series: gameServerSeries.map((_, at) => at) })
})

test('series come in the order of the contract, each once, and who asks for the same shares its messages', () => {
  const one = readMetricForm(
    { form: 'columns', series: 'panel_server_process_pids,panel_server_up' },
    'game-server',
  )
  const other = readMetricForm(
    { form: 'columns', series: 'panel_server_up,panel_server_process_pids,panel_server_up' },
    'game-server',
  )
  expect(one).toEqual({ kind: 'columns', series: [0, 9], key: 'columns 0,9' })
  expect(other).toEqual(one)
})

test.each([
  [{ form: 'rows' }, /form must be one of: samples, columns/],
  [{ form: '' }, /form must be one of/],
  [{ series: '' }, /"".*no series of a node: panel_node_cpu/],
  [{ series: 'panel_server_up' }, /"panel_server_up", which is no series of a node/],
  [{ series: 'panel_node_load1,' }, /no series of a node/],
])('%o is refused in words', (query, problem) => {
  expect(readMetricForm(query, 'node')).toMatchObject({ problem: expect.stringMatching(problem) })
})
