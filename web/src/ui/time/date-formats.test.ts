// Tests of dates and times, each kind in its own format.

import { expect, test } from 'vitest'
import { clockTime, consoleTime, dayHeading, plannedTime, shortDate, timeOfDay } from './date-formats.ts'

const noon = Date.UTC(2026, 10, 17, 12)

test('a console shows eight characters in every region, so that lines begin at one edge', () => {
  expect(consoleTime(noon / 1000)).toMatch(/^\d\d:\d\d:\d\d$/)
})

test('the heading of a day says the year only where it is not this one', () => {
  expect(dayHeading(noon, noon, 'de')).not.toContain('2026')
  expect(dayHeading(noon, Date.UTC(2027, 5, 1), 'de')).toContain('2026')
})

test('a date says the year only where it is not this one', () => {
  expect(shortDate(noon, noon, 'de')).not.toContain('2026')
  expect(shortDate(noon, Date.UTC(2027, 5, 1), 'de')).toContain('2026')
})

test('a time of day has two digits for the hour wherever the day has 24', () => {
  const sixInTheMorning = new Date(2026, 10, 17, 6).getTime()
  for (const language of ['en', 'de', 'es', 'fr', 'ru', 'zh'])
    expect(timeOfDay(sixInTheMorning, language)).toMatch(/^06:00$|^6:00\s|^\D+6:00$/)
})

test('a planned time is shown in the time zone that it was planned in', () => {
  const inTokyo = plannedTime(noon, 'de', 'Asia/Tokyo')
  const inBerlin = plannedTime(noon, 'de', 'Europe/Berlin')
  expect(inTokyo).toMatch(/21:00|9:00/)
  expect(inBerlin).toMatch(/13:00|1:00/)
  expect(plannedTime(noon, 'de', 'Asia/Tokyo')).toBe(inTokyo)
})

test('a time of day of no day has two digits; seconds and what is no time stay as they are', () => {
  expect(clockTime('03:55', 'de')).toContain('03:55')
  expect(clockTime('03:55:30', 'de')).toBe('03:55:30')
  expect(clockTime('', 'de')).toBe('')
})
