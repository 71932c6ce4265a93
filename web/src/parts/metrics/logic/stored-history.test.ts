// Tests of what charts make of a stored history: peaks beside averages, players, and marks that share a flag.

import type { MetricsHistory } from '@rookery/contracts/http/metrics.ts'
import { describe, expect, test } from 'vitest'
import { groupMarks, type Mark } from './chart-marks.ts'
import { columnOf, momentsOf } from './metric-table.ts'
import { storedHistory } from './stored-history.ts'

const answer: MetricsHistory = {
  step: 60,
  samples: [
    {
      name: 'panel_server_cpu_usage_percent',
      labels: { server_id: 1 },
      points: [
        [0, 10],
        [60, 20],
        [120, 30],
        [600, 5],
        [660, 6],
      ],
      least: [1, 2, 3, 4, 5],
      most: [50, 60, 70, 80, 90],
    },
    { name: 'panel_server_up', labels: { server_id: 1 }, points: [[0, 1]] },
  ],
  players: { points: [[60, 1.5]], most: [3] },
  marks: [{ at: '1970-01-01T00:02:00.000Z', kind: 'crash', detail: 'exit code 1' }],
  oldest: 0,
  problem: null,
}

describe('stored history', () => {
  test('peaks stand beside averages, and players are counted at their most', () => {
    const { history, peaks, players, marks } = storedHistory(answer)
    expect(history.get('panel_server_cpu_usage_percent')?.[1]).toEqual([60, 20])
    expect(peaks.get('panel_server_cpu_usage_percent')?.[1]).toEqual([60, 60])
    expect(peaks.has('panel_server_up')).toBe(false)
    expect(players).toEqual([[60, 3]])
    expect(marks).toEqual([{ atSeconds: 120, kind: 'crash', detail: 'exit code 1' }])
  })

  test('the time in which nothing was stored is drawn as nothing', () => {
    const points = storedHistory(answer).history.get('panel_server_cpu_usage_percent') ?? []
    const moments = momentsOf([points])
    expect(moments).toEqual([0, 60, 120, 180, 600, 660])
    expect(columnOf(points, moments)).toEqual([10, 20, 30, null, 5, 6])
  })
})

describe('marks', () => {
  const mark = (atSeconds: number, kind: Mark['kind']): Mark => ({ atSeconds, kind, detail: null })
  const window = { fromSeconds: 0, toSeconds: 1000 }

  test('those that lie close together share a flag, which says the worst of them', () => {
    const groups = groupMarks(
      [mark(500, 'start'), mark(510, 'crash'), mark(515, 'start'), mark(700, 'edit')],
      window,
    )
    expect(groups.map(({ kind, place, marks }) => [kind, place, marks.length])).toEqual([
      ['crash', 0.51, 3],
      ['edit', 0.7, 1],
    ])
  })

  test('a long row of marks does not become one, and what lies outside is not there', () => {
    const row = Array.from({ length: 100 }, (_, at) => mark(at * 10, 'start'))
    expect(groupMarks(row, window).length).toBeGreaterThan(10)
    expect(groupMarks([mark(-1, 'stop'), mark(1001, 'stop')], window)).toEqual([])
  })
})
