// Tests of what the panel believes of a node's history: only what was asked for, bounded, each moment once.

import type { HistoryPart } from '@rookery/contracts/daemon/generated/link.ts'
import { gameServerColumns, historyPointsLimit } from '@rookery/contracts/metric-history.ts'
import { expect, test } from 'vitest'
import { HistoryReading } from './history-answer-rules.ts'

const thing = { kind: 'game-server', id: 7, nodeId: 1 } as const
const request = { from: 600, to: 1200, step: 60 } as const
const part = (parts: Partial<HistoryPart>): HistoryPart => ({
  ...{ points: [], marks: [], problem: '', oldestSeconds: 0 },
  ...parts,
})
const point = (atSeconds: number, value = 5) => ({ atSeconds, values: gameServerColumns.map(() => value) })

test('L24 points outside of what was asked for are dropped, and each moment is there once, in order', () => {
  const reading = new HistoryReading(request)
  reading.take(part({ points: [point(660), point(600), point(60), point(1200), point(0.5), point(660, 9)] }))
  const { samples } = reading.answer(thing, [])
  expect(samples).toHaveLength(10)
  expect(samples[0]?.labels).toEqual({ server_id: 7 })
  expect(samples[0]?.points).toEqual([
    [600, 5],
    [660, 9],
  ])
})

test('a value that was not measured is no point, and has no least and no most', () => {
  const reading = new HistoryReading(request)
  const values = gameServerColumns.map(({ of }) => (of === 'panel_server_cpu_usage_percent' ? Number.NaN : 1))
  reading.take(part({ points: [{ atSeconds: 660, values }, point(720, 3)] }))
  const cpu = reading.answer(thing, []).samples.find(({ name }) => name === 'panel_server_cpu_usage_percent')
  expect(cpu).toMatchObject({ points: [[720, 3]], least: [3], most: [3] })
})

test('players stand beside the series', () => {
  const reading = new HistoryReading(request)
  reading.take(part({ points: [point(660, 2)] }))
  const { players, samples } = reading.answer(thing, [])
  expect(players).toEqual({ points: [[660, 2]], most: [2] })
  expect(samples.map(({ name }) => String(name))).not.toContain('players')
})

test('marks of the node and edits of the panel are one list in time; what is unknown is left out', () => {
  const reading = new HistoryReading(request)
  const marks = [
    { atMs: 700_000, kind: 'crash', detail: 'exit code 1' },
    { atMs: 800_000, kind: 'start', detail: '' },
    { atMs: 900_000, kind: 'exploded', detail: '' },
    { atMs: 100, kind: 'stop', detail: '' },
  ]
  reading.take(part({ marks }))
  expect(reading.answer(thing, [750_000]).marks).toEqual([
    { at: '1970-01-01T00:11:40.000Z', kind: 'crash', detail: 'exit code 1' },
    { at: '1970-01-01T00:12:30.000Z', kind: 'edit', detail: null },
    { at: '1970-01-01T00:13:20.000Z', kind: 'start', detail: null },
  ])
})

test('L24 a node that sends more than it may is not listened to any longer', () => {
  const reading = new HistoryReading({ from: 0, to: 10_000_000, step: 60 })
  const many = (first: number) => Array.from({ length: 1_000 }, (_, at) => point((first + at) * 60))
  let isHeard = true
  let sent = 0
  while (isHeard && sent < 10) isHeard = reading.take(part({ points: many(1_000 * sent++) }))
  expect(sent).toBe(Math.ceil(historyPointsLimit / 1_000))
})
