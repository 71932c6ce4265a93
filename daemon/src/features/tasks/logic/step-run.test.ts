import type { ScheduleStep, StepAction } from '@rookery/contracts/schedule.ts'
import { describe, expect, test } from 'vitest'
import {
  afterClockChange,
  beginStep,
  checkStep,
  closeRun,
  endOfRun,
  endStep,
  isEndedBy,
  newStepRun,
  presentStep,
  replacementBy,
  type StepRun,
  settleStep,
  stepOutcome,
  stepTimes,
} from './step-run.ts'

const minuteMs = 60_000
const step = (action: StepAction, minutes: number, continue_on_failure = false): ScheduleStep => ({
  action,
  offset_seconds: minutes * 60,
  continue_on_failure,
})
const nightly = [step('message', 0), step('message', 4), step('restart', 5)]
const done = { status: 'success', message: '' } as const
const failed = { status: 'error', message: 'no way' } as const
const leftOut = { status: 'skipped', message: 'nobody there' } as const
/** One step, begun and ended at these times. */
const pass = (run: StepRun, atMs: number, outcome: Parameters<typeof endStep>[1] = done) =>
  endStep(beginStep(run, atMs), outcome)
const statuses = (run: StepRun) => run.steps.map(({ status }) => status)

describe('when a step is due', () => {
  test('counted from the beginning of the run', () => {
    const run = newStepRun(nightly, 1_000)
    expect(stepTimes(run)).toEqual([1_000, 1_000 + 4 * minuteMs, 1_000 + 5 * minuteMs])
    expect(checkStep(run, 1_000, false)).toEqual({ is: 'due' })
    const waiting = pass(run, 1_000)
    expect(checkStep(waiting, 1_000, false)).toEqual({ is: 'waits', untilMs: 1_000 + 4 * minuteMs })
    expect(checkStep(waiting, 1_000 + 4 * minuteMs, false)).toEqual({ is: 'due' })
  })

  test('a run that is late stays as late: a warning is never shorter than it says', () => {
    const late = pass(pass(newStepRun(nightly, 0), 0), 7 * minuteMs)
    expect(stepTimes(late)).toEqual([null, null, 8 * minuteMs])
  })

  test('a step that takes longer than the distance to the next is followed at once', () => {
    const run = pass(newStepRun([step('update', 0), step('start', 1)], 0), 0)
    expect(checkStep(run, 5 * minuteMs, false)).toEqual({ is: 'due' })
  })

  test('more than ten minutes late: given up, unless missed runs are made up for', () => {
    const run = pass(newStepRun(nightly, 0), 0)
    expect(checkStep(run, 14 * minuteMs, false)).toEqual({ is: 'due' })
    expect(checkStep(run, 14 * minuteMs + 1, false)).toEqual({
      is: 'late',
      reason:
        'step 2 of 3: message: its time passed more than ten minutes ago, while the daemon was away or the node slept',
    })
    expect(checkStep(run, 14 * minuteMs + 1, true)).toEqual({ is: 'due' })
  })

  test('a clock that is set back lengthens the wait by no more than the distance between the steps', () => {
    const run = pass(newStepRun(nightly, 60 * minuteMs), 60 * minuteMs)
    expect(afterClockChange(run, 61 * minuteMs)).toBe(run)
    expect(stepTimes(afterClockChange(run, 0))).toEqual([null, 4 * minuteMs, 5 * minuteMs])
  })
})

describe('what ends a run', () => {
  test('the last step, with the outcome of all', () => {
    const two = newStepRun([step('message', 0, true), step('restart', 0)], 0)
    expect(endOfRun(pass(two, 0))).toBeNull()
    expect(endOfRun(pass(pass(two, 0), 0))).toEqual(done)
    expect(endOfRun(pass(pass(two, 0, leftOut), 0))).toEqual(done)
    expect(endOfRun(pass(pass(two, 0, leftOut), 0, { ...leftOut, message: 'last' }))).toMatchObject({
      status: 'skipped',
      message: 'last',
    })
  })

  test('a step that fails, unless it says that the run goes on', () => {
    const goesOn = newStepRun([step('message', 0, true), step('restart', 0)], 0)
    const after = pass(goesOn, 0, failed)
    expect(endOfRun(after)).toBeNull()
    expect(endOfRun(pass(after, 0))).toMatchObject({
      status: 'error',
      message: 'step 1 (message) failed: no way; the run went on',
    })
    const ends = pass(newStepRun(nightly, 0), 0, failed)
    expect(endOfRun(ends)).toMatchObject({ status: 'error', message: 'step 1 (message) failed: no way' })
    expect(statuses(closeRun(ends))).toEqual(['error', 'skipped', 'skipped'])
  })

  test('a person who starts, stops, restarts or kills the game, if the run has a say in that', () => {
    const replaced = replacementBy({ kind: 'stop', taskId: 12 })
    expect(replaced).toEqual({ by: 'replaced', reason: 'replaced by task 12 (stop)' })
    for (const kind of ['start', 'restart', 'kill', 'power', 'delete']) {
      expect(replacementBy({ kind, taskId: 1 })).toMatchObject({ by: 'replaced' })
    }
    for (const kind of ['pause', 'update', 'archive']) expect(replacementBy({ kind, taskId: 1 })).toBeNull()
    if (!replaced) throw new Error('a stop says anew whether the game runs')
    const warned = pass(newStepRun(nightly, 0), 0)
    expect(isEndedBy(warned, replaced)).toBe(true)
    expect(endOfRun({ ...warned, ending: replaced })).toMatchObject({
      status: 'canceled',
      message: 'replaced by task 12 (stop)',
    })
    const onlyTalks = newStepRun([step('restart', 0), step('message', 1), step('command', 2)], 0)
    const atWork = beginStep(onlyTalks, 0)
    expect(isEndedBy(onlyTalks, replaced)).toBe(true)
    expect(isEndedBy(atWork, replaced)).toBe(false)
    expect(isEndedBy(atWork, { by: 'canceled', reason: '' })).toBe(true)
  })
})

describe('a step that was at work when the daemon died', () => {
  const found = { state: 'running', processStartedAtMs: 50 } as const
  const settled = (action: StepAction, beganAtMs: number) => {
    const state = presentStep(beginStep(newStepRun([step(action, 0)], 0), beganAtMs))
    return state && settleStep(state, found)
  }
  test('has the outcome that is found, and is never done again', () => {
    expect(settled('restart', 40)).toEqual(done)
    expect(settled('restart', 60)).toMatchObject({ status: 'error', message: /the game still runs/ })
    expect(settled('start', 40)).toEqual(done)
    // A task of a person would be done again here.
    expect(settled('stop', 40)).toMatchObject({
      status: 'error',
      message: /restarted while this was at work/,
    })
    expect(settled('update', 40)).toMatchObject({ status: 'error' })
    expect(settled('message', 40)).toMatchObject({ status: 'error', message: /it is not repeated$/ })
    const run = beginStep(newStepRun(nightly, 0), 0)
    expect(presentStep(endStep(run, failed))?.status).toBe('waiting')
    expect(statuses(endStep(run, failed))).toEqual(['error', 'waiting', 'waiting'])
  })

  test('what a task ended with is told of its step', () => {
    expect(stepOutcome({ status: 'success', message: 'ready' })).toEqual(done)
    expect(stepOutcome({ status: 'canceled', message: 'x' })).toEqual({ status: 'skipped', message: 'x' })
  })
})
