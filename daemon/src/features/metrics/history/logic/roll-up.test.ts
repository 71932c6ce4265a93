// Tests of roll-ups: what a minute says of its ticks, that ten minutes say the same of their minutes, and that gaps stay.

import { gameServerColumns, nodeColumns } from '@rookery/contracts/metric-history.ts'
import { gameServerSeries } from '@rookery/contracts/metric-series.ts'
import { array, assert, boolean, constant, integer, oneof, option, property, record, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { packBlock, packMoment, unpackBlock, unpackMoment } from './packed-points.ts'
import { markOf, retainedRange } from './retention.ts'
import { figureOf, type HistoryPoint, rollUpPoints, rollUpTicks, tickIndexOf } from './roll-up.ts'

/** From idle to more bytes than any machine has sent; absent now and then. */
const figure = oneof(
  { weight: 4, arbitrary: integer({ min: 0, max: 10 ** 13 }) },
  { weight: 1, arbitrary: constant(Number.NaN) },
)
const column = (of: string, figure: string) =>
  gameServerColumns.findIndex(each => each.of === of && each.figure === figure)
const absent = gameServerColumns.map(() => Number.NaN)
const withValue = (at: number, value: number) => absent.map((none, index) => (index === at ? value : none))

describe('roll-ups', () => {
  test('6.3 a value that was not measured counts neither as 0 nor as the one before', () => {
    expect(figureOf('average', [Number.NaN, 10, Number.NaN, 20])).toBe(15)
    expect(figureOf('least', [Number.NaN, 10])).toBe(10)
    expect(figureOf('last', [7, Number.NaN])).toBe(7)
    for (const figure of ['average', 'last', 'least', 'most'] as const) {
      expect(figureOf(figure, [Number.NaN, Number.NaN])).toBeNaN()
      expect(figureOf(figure, [])).toBeNaN()
    }
  })

  test('a minute has the average, the least and the most of its ticks, and the last of what counts up', () => {
    const index = tickIndexOf(gameServerColumns, gameServerSeries)
    const tick = (cpu: number, total: number, players: number) => {
      const values = gameServerSeries.map(() => Number.NaN)
      values[1] = cpu
      values[5] = total
      return [...values, players]
    }
    const point = rollUpTicks(gameServerColumns, index, [tick(10, 100, 3), tick(30, 250, Number.NaN)])
    expect(point[column('panel_server_cpu_usage_percent', 'average')]).toBe(20)
    expect(point[column('panel_server_cpu_usage_percent', 'least')]).toBe(10)
    expect(point[column('panel_server_cpu_usage_percent', 'most')]).toBe(30)
    expect(point[column('panel_server_network_receive_bytes_total', 'last')]).toBe(250)
    expect(point[column('players', 'most')]).toBe(3)
    expect(point[column('panel_server_memory_usage_bytes', 'average')]).toBeNaN()
  })

  test('a gap stays a gap in every larger step, and an average lies between the least and the most', () => {
    const cpu = column('panel_server_cpu_usage_percent', 'average')
    const minutes = array(tuple(integer({ min: 0, max: 400 }), integer({ min: 0, max: 6_400 })))
    assert(
      property(minutes, drawn => {
        const byMinute = new Map(drawn.map(([minute, percent]) => [minute * 60, percent]))
        const points: HistoryPoint[] = [...byMinute].map(([atSeconds, percent]) => ({
          atSeconds,
          values: withValue(cpu, percent),
        }))
        const larger = rollUpPoints(gameServerColumns, points, 600)
        const begins = new Set([...byMinute.keys()].map(at => at - (at % 600)))
        expect(larger.map(({ atSeconds }) => atSeconds)).toEqual(
          [...begins].sort((one, other) => one - other),
        )
        for (const { atSeconds, values } of larger) {
          const own = [...byMinute]
            .filter(([at]) => at - (at % 600) === atSeconds)
            .map(([, percent]) => percent)
          expect(values[cpu]).toBeGreaterThanOrEqual(Math.min(...own))
          expect(values[cpu]).toBeLessThanOrEqual(Math.max(...own))
          expect(values.filter(value => !Number.isNaN(value))).toHaveLength(1)
        }
      }),
    )
  })
})

describe('packed points', () => {
  test('come back as they were, absent ones too', () => {
    const point = option(array(figure, { minLength: 19, maxLength: 19 }))
    assert(
      property(
        record({ isNode: boolean(), points: array(point, { maxLength: 144 }) }),
        ({ isNode, points }) => {
          const columns = isNode ? nodeColumns : gameServerColumns
          const slots = points.map(values => values?.slice(0, columns.length) ?? null)
          const expected = slots.map(slot => (slot?.every(Number.isNaN) ? null : slot))
          expect(unpackBlock(columns, packBlock(columns, slots))).toEqual(expected)
          const moments = expected.flatMap((values, source) => (values ? [{ source, values, columns }] : []))
          const unpacked = unpackMoment(() => columns, packMoment(moments))
          expect([...unpacked]).toEqual(moments.map(({ source, values }) => [source, values]))
          const last = moments.at(-1)
          const one = unpackMoment(source => (source === last?.source ? columns : null), packMoment(moments))
          expect([...one]).toEqual(last ? [[last.source, last.values]] : [])
        },
      ),
    )
  })

  test('of a daemon that knew fewer columns are read, the new ones absent', () => {
    const older = gameServerColumns.slice(0, 10)
    const bytes = packBlock(older, [older.map(() => 5), null])
    const [first, second] = unpackBlock(gameServerColumns, bytes)
    expect(first?.slice(0, 10)).toEqual(older.map(() => 5))
    expect(first?.slice(10).every(Number.isNaN)).toBe(true)
    expect(second).toBeNull()
  })

  test('that end in the middle are refused, not guessed', () => {
    const bytes = packBlock(gameServerColumns, [gameServerColumns.map(() => 1000)])
    expect(() => unpackBlock(gameServerColumns, bytes.slice(0, -3))).toThrow(/too early/)
  })
})

describe('marks and ages', () => {
  test('only what belongs in a chart is a mark', () => {
    expect(markOf('stopped', 'starting')).toBe('start')
    expect(markOf('running', 'stopping')).toBeNull()
    expect(markOf('stopping', 'stopped')).toBe('stop')
    expect(markOf('running', 'crashed')).toBe('crash')
    expect(markOf('stopped', 'updating')).toBe('update')
    expect(markOf('updating', 'stopped')).toBeNull()
    expect(markOf('crashed', 'stopped')).toBeNull()
    expect(markOf('crashed', 'crashed')).toBeNull()
    expect(markOf(undefined, 'stopped')).toBeNull()
  })

  test('a minute is stored for a day, ten minutes for thirty, and nothing that lies far ahead', () => {
    expect(retainedRange(60, 1_000_000)).toEqual({ from: 1_000_000 - 86_400, to: 1_086_400 })
    expect(retainedRange(600, 10_000_000)).toEqual({ from: 10_000_000 - 30 * 86_400, to: 10_086_400 })
  })
})
