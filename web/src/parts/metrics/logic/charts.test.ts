// Tests of what the charts are made of.

import type { MetricSample } from '@rookery/contracts/websocket/metrics.ts'
import { describe, expect, test } from 'vitest'
import { axisSteps, axisTop, dividedAxis, formatValue } from '../../../ui/format/unit-rules.ts'
import { emptyHistory, namedPointsOf, newestOf, type Point, pointsOf, withSamples } from './metric-history.ts'
import {
  columnOf,
  gapSeconds,
  momentsOf,
  ratesOf,
  steppedColumnOf,
  tailOf,
  usualStep,
} from './metric-table.ts'
import { metricsStatus } from './metrics-status.ts'

const cpu = 'panel_server_cpu_usage_percent'
const up = 'panel_server_up'
const sample = (name: MetricSample['name'], ...points: [number, number][]): MetricSample => ({
  name,
  labels: { server_id: 1 },
  points,
})

describe('history', () => {
  test('6.2 replay and live are joined without a seam', () => {
    const replayed = withSamples(emptyHistory, [sample(cpu, [5, 1], [10, 2])], 600)
    const live = withSamples(replayed, [sample(cpu, [15, 3])], 600)
    expect(pointsOf(live, cpu)).toEqual([
      [5, 1],
      [10, 2],
      [15, 3],
    ])
    expect(newestOf(live, cpu)).toBe(3)
    expect(newestOf(live, up)).toBeNull()
  })

  test('6.2 columns are the same points, without the moments at which nothing was measured', () => {
    const columns = [
      {
        labels: { server_id: 1 },
        times: [5, 10, 15],
        values: { panel_server_up: [0, 1, 1], panel_server_cpu_usage_percent: [null, 0, 3.5] },
      },
    ]
    expect(namedPointsOf({ columns })).toEqual([
      {
        name: 'panel_server_up',
        points: [
          [5, 0],
          [10, 1],
          [15, 1],
        ],
      },
      {
        name: 'panel_server_cpu_usage_percent',
        points: [
          [10, 0],
          [15, 3.5],
        ],
      },
    ])
  })

  test('6.2 what is told again after a reconnect stays one point, and fills what was missed', () => {
    const before = withSamples(emptyHistory, [sample(cpu, [5, 1], [20, 4])], 600)
    const after = withSamples(before, [sample(cpu, [5, 1], [10, 2], [15, 3], [20, 4], [25, 5])], 600)
    expect(pointsOf(after, cpu).map(([at]) => at)).toEqual([5, 10, 15, 20, 25])
  })

  test('no more is kept than asked for, also of a series that has ended', () => {
    const known = withSamples(emptyHistory, [sample(cpu, [5, 1]), sample(up, [5, 1], [100, 1])], 50)
    expect(pointsOf(known, cpu)).toEqual([])
    expect(pointsOf(known, up)).toEqual([[100, 1]])
  })
})

describe('table', () => {
  const players: Point[] = [
    [0, 3],
    [60, 5],
    [120, 4],
  ]

  test('a count is at every moment what it was told last, and ends with its last point', () => {
    expect(steppedColumnOf(players, [-5, 0, 30, 59, 60, 119, 120, 125])).toEqual([
      null,
      3,
      3,
      3,
      5,
      5,
      4,
      null,
    ])
    expect(steppedColumnOf([], [0, 5])).toEqual([null, null])
  })

  test('a count goes on until now, unless nobody has told it for too long', () => {
    expect(tailOf(players, [0, 60, 120, 170])).toEqual([
      [120, 4],
      [170, 4],
    ])
    expect(tailOf(players, [0, 120])).toEqual([])
    expect(tailOf(players, [120, 120 + 151])).toEqual([])
    expect(tailOf([], [0])).toEqual([])
  })

  test('a rate is what a total grew by in a second', () => {
    expect(
      ratesOf([
        [0, 100],
        [5, 600],
        [10, 600],
        [15, 850],
      ]),
    ).toEqual([
      [5, 100],
      [10, 0],
      [15, 50],
    ])
  })

  test('a total that begins anew and a gap in time give no rate', () => {
    const totals: Point[] = [
      [0, 900],
      [5, 1000],
      [10, 20],
      [15, 70],
      [60, 9000],
      [65, 9100],
    ]
    expect(ratesOf(totals)).toEqual([
      [5, 20],
      [15, 10],
      [65, 20],
    ])
  })

  test('a gap gets a row of its own, where nothing is drawn', () => {
    const history = withSamples(
      emptyHistory,
      [sample(cpu, [0, 1], [5, 2], [60, 3]), sample(up, [65, 1])],
      600,
    )
    const moments = momentsOf([...history.values()])
    expect(moments).toEqual([0, 5, 10, 60, 65])
    expect(columnOf(pointsOf(history, cpu), moments)).toEqual([1, 2, null, 3, null])
    expect(usualStep([0, 5, 10, 60])).toBe(5)
  })

  test('two machines that look at different moments break no line, and their gaps stay their own', () => {
    const one = withSamples(emptyHistory, [sample(cpu, [0, 1], [5, 2], [10, 3], [15, 4])], 600)
    const other = withSamples(emptyHistory, [sample(up, [2, 1], [7, 1], [32, 1], [37, 1], [42, 1])], 600)
    const moments = momentsOf([...one.values(), ...other.values()])
    expect(moments).toEqual([0, 2, 5, 7, 10, 15, 20, 32, 37, 42])
    expect(columnOf(pointsOf(one, cpu), moments)).toEqual([
      1,
      undefined,
      2,
      undefined,
      3,
      4,
      ...[null, null, null, null],
    ])
    expect(columnOf(pointsOf(other, up), moments)).toEqual([
      ...[null, 1, undefined, 1],
      ...[null, null, null, 1, 1, 1],
    ])
  })

  test('a gap is more than two looks long', () => {
    expect(gapSeconds([0, 5, 10, 60])).toBe(12.5)
  })
})

describe('units', () => {
  test.each([
    [0, 'bytes', '0 B'],
    [1023, 'bytes', '1,023 B'],
    [1023 * 1024 ** 2, 'bytes', '1 GiB'],
    [1024, 'bytes', '1 KiB'],
    [1.21 * 1024 ** 3, 'bytes', '1.21 GiB'],
    [64 * 1024 ** 2, 'bytes', '64 MiB'],
    [0.4, 'bytesPerSecond', '0 B/s'],
    [1536, 'bytesPerSecond', '1.5 KiB/s'],
    [4.25, 'percent', '4.3%'],
    [143.6, 'percent', '144%'],
    [3, 'count', '3'],
    [0.254, 'load', '0.25'],
  ] as const)('%d %s reads "%s"', (value, unit, text) => {
    expect(formatValue(value, unit, 'en')).toBe(text)
  })

  test('speaks the language of the person', () => {
    expect(formatValue(1.5 * 1024 ** 3, 'bytes', 'de')).toBe('1,5 GiB')
    expect(formatValue(4.25, 'percent', 'de')).toBe('4,3\u00a0%')
  })

  test('an axis of bytes steps in powers of two, one of processes in whole numbers', () => {
    expect(axisSteps('bytes')).toContain(64 * 1024 ** 2)
    expect(axisSteps('count')[0]).toBe(1)
    expect(axisSteps('percent')[0]).toBeCloseTo(0.01)
  })

  test('an idle game does not fill its chart with noise', () => {
    expect(axisTop(0.3, 'percent')).toBe(10)
    expect(axisTop(100, 'percent')).toBeCloseTo(112)
  })
})

test('the sentence above the charts says why nothing comes', () => {
  expect(metricsStatus('connecting', false, false)).toBe('connecting')
  expect(metricsStatus('open', false, true)).toBe('interrupted')
  expect(metricsStatus('open', true, false)).toBe('live')
  expect(metricsStatus('reconnecting', true, true)).toBe('reconnecting')
})

test.each([
  [140, 'percent', 200, 4],
  [4 * 1024 ** 3, 'bytes', 4 * 1024 ** 3, 4],
  [3, 'percent', 10, 2],
  [0, 'bytes', 64 * 1024 ** 2, 4],
] as const)('divides an axis up to %d (%s) as the percentages beside it', (largest, unit, top, parts) => {
  expect(dividedAxis(largest, unit)).toEqual({ top, parts })
})
