import { expect, test } from 'vitest'
import { byDay, dayBefore, startOfDay } from './activity-days.ts'

const at = (...parts: [number, number, number, number?]) => ({ at: new Date(...parts).toISOString() })

test('lines stand under the day on which they happened, in the order they came', () => {
  const late = at(2026, 10, 15, 23)
  const early = at(2026, 10, 15, 0)
  const before = at(2026, 10, 14, 23)
  expect(byDay([late, early, before])).toEqual([
    { startMs: new Date(2026, 10, 15).getTime(), entries: [late, early] },
    { startMs: new Date(2026, 10, 14).getTime(), entries: [before] },
  ])
})

test('the day before is the day before, also over the end of a month and of summer time', () => {
  for (const day of [new Date(2026, 2, 1), new Date(2026, 9, 26), new Date(2026, 2, 30)]) {
    const before = new Date(dayBefore(day.getTime()))
    expect(startOfDay(before.getTime())).toBe(before.getTime())
    expect(startOfDay(day.getTime() - 1)).toBe(before.getTime())
  }
})
