import type { ScheduleStep } from '@rookery/contracts/schedule.ts'
import { describe, expect, test } from 'vitest'
import {
  clockAfter,
  editedSteps,
  moved,
  needsSteps,
  newStep,
  nightlySteps,
  offsetsOf,
  workOf,
} from './step-plan-rules.ts'

const steps: ScheduleStep[] = [
  { action: 'message', message: 'soon', offset_seconds: 0, continue_on_failure: true },
  {
    action: 'command',
    command: 'save',
    offset_seconds: 90,
    only_when: 'running',
    continue_on_failure: false,
  },
  { action: 'restart', offset_seconds: 3690, continue_on_failure: false },
]

describe('the steps of a schedule as they are edited', () => {
  test('come back as they were', () => {
    const edited = editedSteps({ command: '', steps })
    expect(edited.map(({ wait, unit }) => [wait, unit])).toEqual([
      [0, 'minutes'],
      [90, 'seconds'],
      [1, 'hours'],
    ])
    expect(workOf(edited)).toEqual({ command: '', steps })
  })

  test('a backup alone is a step: the short form knows none', () => {
    const edited = [newStep(0, 'backup')]
    expect(workOf(edited).steps).toMatchObject([{ action: 'backup', offset_seconds: 0 }])
    expect(needsSteps(edited)).toBe(true)
  })

  test('the short form stays the short form, until something needs steps', () => {
    const edited = editedSteps({ action: 'command', command: 'say hello' })
    expect(workOf(edited)).toEqual({ action: 'command', command: 'say hello' })
    expect(needsSteps(edited)).toBe(false)
    expect(needsSteps(edited.map(step => ({ ...step, wait: 1 })))).toBe(true)
    expect(needsSteps(edited.map(step => ({ ...step, onlyWhen: 'running' })))).toBe(true)
    expect(needsSteps([newStep(0, 'message')])).toBe(true)
    expect(needsSteps([...edited, newStep(1, 'stop')])).toBe(true)
  })

  test('a step keeps its own wait when it is moved, so offsets never go back', () => {
    const edited = editedSteps({ command: '', steps })
    expect(offsetsOf(moved(edited, 2, 0))).toEqual([3600, 3600, 3690])
    expect(moved(edited, 0, -1)).toEqual(edited)
    expect(moved(edited, 2, 3)).toEqual(edited)
  })

  test.each([
    ['03:55', 240, '03:59'],
    ['23:58', 300, '00:03'],
    ['04:00', 90, '04:01:30'],
    ['', 0, null],
  ])('%s and %d seconds is %s', (at, seconds, clock) => {
    expect(clockAfter(at, seconds)).toBe(clock)
  })

  test('a nightly restart warns five minutes and a minute before, where the game can say so', () => {
    const nightly = nightlySteps({ five: 'in five', one: 'in one' })
    expect(nightly?.map(({ action, offset_seconds }) => [action, offset_seconds])).toEqual([
      ['message', 0],
      ['message', 240],
      ['restart', 300],
    ])
    expect(nightlySteps(null)).toBeNull()
  })
})
