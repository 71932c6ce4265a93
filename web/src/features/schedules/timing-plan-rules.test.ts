import { describe, expect, test } from 'vitest'
import { planOf, timingOf, usualPlan } from './timing-plan-rules.ts'

describe('a timing as people think of it', () => {
  const expressions: [string, object][] = [
    ['0 4 * * *', { kind: 'daily', at: '04:00' }],
    ['30 16 * * *', { kind: 'daily', at: '16:30' }],
    ['5 4 * * 1,5', { kind: 'weekly', at: '04:05', days: [1, 5] }],
    ['5 4 * * 7', { kind: 'weekly', days: [0] }],
    ['*/5 * * * *', { kind: 'cron', expression: '*/5 * * * *' }],
    ['0 4 1 * *', { kind: 'cron' }],
    ['0 25 * * *', { kind: 'cron' }],
    ['0 4 * * MON', { kind: 'cron' }],
  ]
  test.each(expressions)('%s', (expression, plan) => {
    expect(planOf({ by: 'cron', expression })).toMatchObject(plan)
  })

  test.each([
    [1, 'minutes', 1],
    [90, 'minutes', 90],
    [60, 'hours', 1],
    [1440, 'days', 1],
    [2880, 'days', 2],
  ])('%d minutes', (minutes, unit, every) => {
    expect(planOf({ by: 'interval', minutes })).toMatchObject({ kind: 'interval', unit, every })
  })

  test('what is shown is what is kept', () => {
    for (const expression of ['0 4 * * *', '5 4 * * 1,5', '59 23 * * 0', '*/7 3 * 2 *']) {
      expect(timingOf(planOf({ by: 'cron', expression }))).toEqual({ by: 'cron', expression })
    }
    for (const minutes of [1, 45, 60, 1440, 10_080]) {
      expect(timingOf(planOf({ by: 'interval', minutes }))).toEqual({ by: 'interval', minutes })
    }
  })

  test('a time that is not there yet is no time', () => {
    expect(timingOf({ ...usualPlan, at: '' })).toEqual({ by: 'cron', expression: '- - * * *' })
    expect(timingOf({ ...usualPlan, kind: 'weekly', days: [] })).toEqual({
      by: 'cron',
      expression: '0 4 * * -',
    })
  })
})
