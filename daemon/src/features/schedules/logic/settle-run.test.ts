// What a daemon does about the runs that the one before it left.

import type { Schedule } from '@rookery/contracts/schedule.ts'
import { describe, expect, it } from 'vitest'
import { settleRun } from './settle-run.ts'

const schedule: Schedule = {
  id: 1,
  action: 'restart',
  command: '',
  timing: { by: 'interval', minutes: 60 },
  time_zone: 'UTC',
  enabled: true,
  only_when_empty: false,
  overlap: 'queue',
  missed: 'skip',
  begins_at_ms: 0,
}
const waiting = { status: 'waiting', due_at_ms: 1_000_000 } as const

describe('an unfinished run', () => {
  it('that had not begun runs when it is not late, or when missed runs are made up for', () => {
    expect(settleRun(waiting, schedule, 1_030_000, '')).toBe('run')
    expect(settleRun(waiting, { ...schedule, missed: 'once' }, 9_000_000, '')).toBe('run')
  })

  it('that had not begun and is late is recorded as missed, not as an error', () => {
    expect(settleRun(waiting, schedule, 9_000_000, '')).toEqual({
      status: 'skipped',
      reason: 'the daemon was restarted before this began, and the schedule does not make up for missed runs',
    })
    expect(settleRun(waiting, null, 1_030_000, '')).toMatchObject({ status: 'skipped' })
  })

  it('whose work was done has worked; one in the middle of it has failed', () => {
    expect(settleRun({ ...waiting, status: 'success' }, null, 1, '')).toEqual({
      status: 'success',
      reason: '',
    })
    expect(settleRun({ ...waiting, status: 'working' }, schedule, 1, 'the game runs')).toEqual({
      status: 'error',
      reason: 'the daemon was restarted while this was at work; the game runs',
    })
  })
})
