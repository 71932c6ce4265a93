import { describe, expect, test } from 'vitest'
import { nextTime, nextTimes, type Timing, timingProblem } from './schedule-times.ts'

const at = (text: string) => Date.parse(text)
const cron = (expression: string): Timing => ({ by: 'cron', expression })
const inBerlin = (timing: Timing, begins_at_ms = 0) => ({
  timing,
  time_zone: 'Europe/Berlin',
  begins_at_ms,
})

describe('when a schedule falls due', () => {
  const table: [string, string, string, string[]][] = [
    ['a plain day', '0 4 * * *', '2026-11-14T12:00Z', ['2026-11-15T03:00Z', '2026-11-16T03:00Z']],
    [
      'the time itself is not after itself',
      '0 4 * * *',
      '2026-11-15T03:00Z',
      ['2026-11-16T03:00Z', '2026-11-17T03:00Z'],
    ],
    [
      '02:30 does not exist on the spring day: the first moment after the gap',
      '30 2 * * *',
      '2027-03-27T12:00Z',
      ['2027-03-28T01:00Z', '2027-03-29T00:30Z'],
    ],
    [
      '02:30 comes twice on the autumn day: only the first one counts',
      '30 2 * * *',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'every half hour goes on through both hours of the autumn day',
      '*/30 * * * *',
      '2026-10-24T23:59Z',
      [
        '2026-10-25T00:00Z',
        '2026-10-25T00:30Z',
        '2026-10-25T01:00Z',
        '2026-10-25T01:30Z',
        '2026-10-25T02:00Z',
      ],
    ],
    [
      'every half hour leaves out the hour that the spring day does not have',
      '*/30 * * * *',
      '2027-03-28T00:29Z',
      ['2027-03-28T00:30Z', '2027-03-28T01:00Z', '2027-03-28T01:30Z'],
    ],
    [
      'the same hour of the wall clock before and after the change',
      '0 4 * * 0',
      '2026-10-17T12:00Z',
      ['2026-10-18T02:00Z', '2026-10-25T03:00Z'],
    ],
    ['29 February', '0 0 29 2 *', '2026-11-14T12:00Z', ['2028-02-28T23:00Z', '2032-02-28T23:00Z']],
    ['7 is Sunday too', '0 4 * * 7', '2026-11-14T12:00Z', ['2026-11-15T03:00Z', '2026-11-22T03:00Z']],
    ['names', '0 4 * JAN MON', '2026-11-14T12:00Z', ['2027-01-04T03:00Z', '2027-01-11T03:00Z']],
  ]
  test.each(table)('%s', (_, expression, after, expected) => {
    const times = nextTimes(inBerlin(cron(expression)), at(after), expected.length)
    expect(times.map(time => new Date(time).toISOString())).toEqual(
      expected.map(text => new Date(text).toISOString()),
    )
  })

  test('an interval counts from where it begins, whatever the clock of the wall does', () => {
    const every = inBerlin({ by: 'interval', minutes: 90 }, at('2026-10-25T00:00Z'))
    expect(nextTime(every, at('2026-10-20T00:00Z'))).toBe(at('2026-10-25T01:30Z'))
    expect(nextTime(every, at('2026-10-25T00:00Z'))).toBe(at('2026-10-25T01:30Z'))
    expect(nextTime(every, at('2026-10-25T01:30Z'))).toBe(at('2026-10-25T03:00Z'))
    expect(nextTime(every, at('2026-10-25T03:00Z') - 1)).toBe(at('2026-10-25T03:00Z'))
  })

  test('an expression or a time zone that is not known here has no next time', () => {
    expect(nextTime(inBerlin(cron('99 4 * * *')), 0)).toBeNull()
    expect(nextTime({ ...inBerlin(cron('0 4 * * *')), time_zone: 'Mars/Olympus' }, 0)).toBeNull()
    expect(nextTimes(inBerlin(cron('0 0 30 2 *')), 0, 3)).toEqual([])
  })
})

describe('what is wrong with a timing', () => {
  const now = at('2026-11-15T08:00Z')
  const wrong: [string, string, string][] = [
    [
      '* * * * * *',
      'UTC',
      'must have five fields (minute, hour, day of the month, month, day of the week), not 6',
    ],
    ['0 4 * *', 'UTC', 'not 4'],
    ['@daily', 'UTC', 'not 1'],
    ['2027-04-01T00:00:00', 'UTC', 'not 1'],
    ['0 0 30 2 *', 'UTC', 'never comes'],
    ['60 4 * * *', 'UTC', 'is not understood: Invalid value for minute: 60'],
    ['0 4 * * MONDAY', 'UTC', 'is not understood'],
    ['0 4 * * $(id)', 'UTC', 'is not understood: $(id)'],
    ['0 4 * * *', 'Mars/Olympus', 'is not a time zone'],
    ['0 4 * * *', '+02:00', 'is not a time zone'],
    ['0 4 * * *', '', 'is not a time zone'],
  ]
  test.each(wrong)('%s in %s: %s', (expression, timeZone, message) => {
    expect(timingProblem(cron(expression), timeZone, now)?.message).toContain(message)
  })

  test.each(['0 4 * * *', '*/5 * * * *', '0 4 L * *', '0 4 * * FRI#2', ' 0  4 * * 1-5 '])(
    '%s is fine',
    text => {
      expect(timingProblem(cron(text), 'Europe/Berlin', now)).toBeNull()
    },
  )

  test('an interval is fine in every time zone that exists', () => {
    expect(timingProblem({ by: 'interval', minutes: 5 }, 'UTC', now)).toBeNull()
    expect(timingProblem({ by: 'interval', minutes: 5 }, 'nowhere', now)?.field).toBe('time_zone')
  })
})
