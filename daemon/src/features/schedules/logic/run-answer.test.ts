import type { ScheduleRun } from '@rookery/contracts/schedule.ts'
import { describe, expect, test } from 'vitest'
import type { RunRecord } from '../../tasks/tasks.ts'
import { answerLimitBytes, asScheduleRun, fittingAnswer } from './run-answer.ts'

const run: RunRecord = {
  ...{ id: 3, runKey: 'schedule:one', panelId: 0, gameServerId: 1, kind: 'restart', payload: '' },
  ...{
    scheduleId: 7,
    dueAtMs: 10,
    status: 'success',
    message: 'ready',
    progress: null,
    exitCode: null,
  },
  ...{ steps: null, sequence: 1, beganAtMs: 11, endedAtMs: 12, output: 'ready\n' },
}

describe('a run as it is told', () => {
  test('has a reason only when it was skipped or failed', () => {
    const told = { id: 3, schedule_id: 7, due_at_ms: 10, began_at_ms: 11, ended_at_ms: 12 }
    expect(asScheduleRun(run)).toEqual({ ...told, status: 'success', reason: '', output: 'ready\n' })
    expect(asScheduleRun({ ...run, status: 'waiting', message: 'waits' })).toMatchObject({ reason: '' })
    for (const status of ['skipped', 'error'] as const) {
      expect(asScheduleRun({ ...run, status, message: 'why' })).toMatchObject({ status, reason: 'why' })
    }
  })

  test('that was dropped before it began was skipped, and canceled later it has failed', () => {
    const canceled = { ...run, status: 'canceled', message: 'dropped' } as const
    expect(asScheduleRun({ ...canceled, beganAtMs: null })).toMatchObject({
      status: 'skipped',
      reason: 'dropped',
    })
    expect(asScheduleRun(canceled)).toMatchObject({ status: 'error', reason: 'dropped' })
  })

  test('an answer stays small: the oldest runs lose their output', () => {
    const run = (id: number): ScheduleRun => ({
      id,
      schedule_id: 1,
      due_at_ms: 0,
      began_at_ms: 0,
      ended_at_ms: 0,
      status: 'success',
      reason: '',
      output: 'x'.repeat(60_000),
    })
    const answer = fittingAnswer(Array.from({ length: 50 }, (_, index) => run(50 - index)))
    expect(answer).toHaveLength(50)
    expect(answer[0]?.output).toHaveLength(60_000)
    expect(answer.at(-1)?.output).toContain('too long')
    expect(JSON.stringify(answer).length).toBeLessThan(answerLimitBytes + 20_000)
  })
})
