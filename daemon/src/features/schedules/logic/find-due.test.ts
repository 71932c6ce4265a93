import type { Schedule } from '@rookery/contracts/schedule.ts'
import { describe, expect, test } from 'vitest'
import { type Due, findDue, seenAfterCheck, whyLeftOut, whyMissed } from './find-due.ts'

const at = (text: string) => Date.parse(text)

function schedule(expression: string, missed: Schedule['missed'] = 'skip'): Schedule {
  return {
    id: 1,
    action: 'restart',
    command: '',
    timing: { by: 'cron', expression },
    time_zone: 'Europe/Berlin',
    enabled: true,
    only_when_empty: false,
    overlap: 'skip',
    missed,
    begins_at_ms: 0,
  }
}

/** Every look from one time to another, as timers would take them; what was due at each. */
function samples(what: Schedule, from: string, until: string, everyMs = 60_000): string[] {
  const due: string[] = []
  let seen = at(from)
  for (let now = at(from); now <= at(until); now += everyMs) {
    const verdict = findDue(what, seen, now)
    seen = seenAfterCheck(seen, now)
    if (verdict.is !== 'nothing')
      due.push(`${verdict.is} ${new Date(verdict.dueAtMs).toISOString().slice(0, 16)}`)
  }
  return due
}

describe('what is due', () => {
  const table: [string, Schedule, string, string, Due][] = [
    ['nothing yet', schedule('0 4 * * *'), '2026-11-15T02:00Z', '2026-11-15T02:59:59Z', { is: 'nothing' }],
    [
      'the very moment',
      schedule('0 4 * * *'),
      '2026-11-15T02:59:59Z',
      '2026-11-15T03:00Z',
      { is: 'now', dueAtMs: at('2026-11-15T03:00Z'), remark: '' },
    ],
    [
      'a little late, as after a quick restart of the daemon',
      schedule('0 4 * * *'),
      '2026-11-15T02:59Z',
      '2026-11-15T03:01Z',
      { is: 'now', dueAtMs: at('2026-11-15T03:00Z'), remark: '' },
    ],
    ['never twice', schedule('0 4 * * *'), '2026-11-15T03:00Z', '2026-11-15T03:00:30Z', { is: 'nothing' }],
    [
      'slept through, to be left out',
      schedule('0 4 * * *'),
      '2026-11-15T02:00Z',
      '2026-11-15T03:01:01Z',
      {
        is: 'missed',
        dueAtMs: at('2026-11-15T03:00Z'),
        reason: 'a run was missed: the daemon was not running, the node slept, or its clock was moved',
      },
    ],
    [
      'slept through three days, to be made up for once',
      schedule('0 4 * * *', 'once'),
      '2026-11-12T12:00Z',
      '2026-11-15T12:00Z',
      {
        is: 'now',
        dueAtMs: at('2026-11-13T03:00Z'),
        remark:
          '3 runs were missed (the daemon was not running, the node slept, or its clock was moved): it runs once now',
      },
    ],
    [
      'missed some and is due now: one run',
      schedule('0 4 * * *', 'once'),
      '2026-11-12T12:00Z',
      '2026-11-15T03:00:10Z',
      {
        is: 'now',
        dueAtMs: at('2026-11-15T03:00Z'),
        remark: '2 runs were missed before it: this run stands for all of them',
      },
    ],
    [
      'a year of minutes is not counted one by one',
      schedule('* * * * *', 'skip'),
      '2025-11-15T12:00Z',
      '2026-11-15T12:00:30Z',
      { is: 'now', dueAtMs: at('2026-11-15T12:00Z'), remark: '' },
    ],
  ]
  test.each(table)('%s', (_, what, seen, now, expected) => {
    expect(findDue(what, at(seen), at(now))).toEqual(expected)
  })

  test('more than a hundred missed runs are told as such', () => {
    const verdict = findDue(schedule('0 * * * *', 'once'), at('2025-11-15T12:00Z'), at('2026-11-15T12:30Z'))
    expect(verdict).toMatchObject({ remark: expect.stringContaining('100 runs or more were missed') })
  })
})

describe('a run that falls due while something is at work', () => {
  const task = { kind: 'start', scheduleId: null, status: 'working' } as const
  const own = { kind: 'restart', scheduleId: 1, status: 'working' } as const
  const other = { ...own, scheduleId: 2 } as const

  test('skips, and says what is in its way', () => {
    const skip = { id: 1, overlap: 'skip' } as const
    expect(whyLeftOut(skip, [])).toBeNull()
    expect(whyLeftOut(skip, [task])).toBe('a task of this game server is at work (start)')
    expect(whyLeftOut(skip, [task, other])).toBe('another schedule of this game server is at work')
    expect(whyLeftOut(skip, [task, other, own])).toBe('its last run has not ended yet')
  })

  test('waits, but not twice', () => {
    const queue = { id: 1, overlap: 'queue' } as const
    expect(whyLeftOut(queue, [task, other, own])).toBeNull()
    expect(whyLeftOut(queue, [own, { ...other, status: 'waiting' }])).toBeNull()
    expect(whyLeftOut(queue, [own, { ...own, status: 'waiting' }])).toBe('a run of it waits already')
  })
})

describe('a run that waited when the daemon went away', () => {
  const hourly = schedule('0 * * * *')
  const due = at('2026-11-15T12:00Z')

  test('is done when it is not late, or when missed runs are made up for', () => {
    expect(whyMissed(hourly, due, at('2026-11-15T12:00:30Z'))).toBeNull()
    expect(whyMissed({ ...hourly, missed: 'once' }, due, at('2026-11-15T15:00Z'))).toBeNull()
  })

  test('is left out when it is late, or when the schedule is gone or switched off', () => {
    const restarted = 'the daemon was restarted before this began, and the schedule'
    expect(whyMissed(hourly, due, at('2026-11-15T15:00Z'))).toBe(
      `${restarted} does not make up for missed runs`,
    )
    for (const gone of [null, { ...hourly, enabled: false }]) {
      expect(whyMissed(gone, due, due)).toBe(`${restarted} no longer asks for it`)
    }
  })
})

describe('days on which the clock changes', () => {
  test('02:30 on the spring day runs once, after the gap', () => {
    expect(samples(schedule('30 2 * * *'), '2027-03-28T00:00Z', '2027-03-29T01:00Z')).toEqual([
      'now 2027-03-28T01:00',
      'now 2027-03-29T00:30',
    ])
  })

  test('02:30 on the autumn day comes twice and runs once', () => {
    expect(samples(schedule('30 2 * * *'), '2026-10-25T00:00Z', '2026-10-26T02:00Z')).toEqual([
      'now 2026-10-25T00:30',
      'now 2026-10-26T01:30',
    ])
  })

  test('a schedule by the hour runs in both of the equal hours', () => {
    expect(samples(schedule('15 * * * *'), '2026-10-24T23:50Z', '2026-10-25T02:30Z')).toEqual([
      'now 2026-10-25T00:15',
      'now 2026-10-25T01:15',
      'now 2026-10-25T02:15',
    ])
  })
})

describe('a clock that is moved', () => {
  test('set back a little after a run: it is not run again', () => {
    const seen = seenAfterCheck(at('2026-11-15T03:00Z'), at('2026-11-15T02:59:50Z'))
    expect(findDue(schedule('0 4 * * *'), seen, at('2026-11-15T03:00:10Z'))).toEqual({ is: 'nothing' })
  })

  test('set back by a year: what counts is the new time, at once', () => {
    const seen = seenAfterCheck(at('2027-11-15T12:00Z'), at('2026-11-15T02:50Z'))
    expect(findDue(schedule('0 4 * * *'), seen, at('2026-11-15T03:00Z'))).toMatchObject({ is: 'now' })
  })

  test('set forward over a run: it was missed', () => {
    expect(findDue(schedule('0 4 * * *'), at('2026-11-15T02:50Z'), at('2026-11-15T09:00Z'))).toMatchObject({
      is: 'missed',
    })
  })
})
