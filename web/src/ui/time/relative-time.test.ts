// Tests of times in words.

import { expect, test } from 'vitest'
import { asValue, minutesAndSeconds, shortSpan, timeAgo, timeUntil } from './relative-time.ts'

const now = Date.UTC(2026, 10, 15, 12)
const seconds = (count: number) => count * 1000

test.each([
  [0, 'now'],
  [seconds(9), 'now'],
  [seconds(10), '10 seconds ago'],
  [seconds(59.9), '59 seconds ago'],
  [seconds(60), '1 minute ago'],
  [seconds(3599), '59 minutes ago'],
  [seconds(3600), '1 hour ago'],
  [seconds(86_399), '23 hours ago'],
  [seconds(86_400), '1 day ago'],
  [seconds(86_400 * 400), '400 days ago'],
])('%d ms before now reads "%s"', (spanMs, text) => {
  expect(timeAgo(now - spanMs, now, 'en')).toBe(text)
})

test('a time ahead of our clock reads as now', () => {
  expect(timeAgo(now + seconds(90), now, 'en')).toBe('now')
})

test('speaks the language of the person', () => {
  expect(timeAgo(now - seconds(180), now, 'de')).toBe('vor 3 Minuten')
  expect(shortSpan(seconds(180), 'de')).toBe('3 Min.')
})

test('a time that stands alone begins with a capital', () => {
  expect(asValue(timeAgo(now, now, 'en'), 'en')).toBe('Now')
  expect(asValue(timeUntil(now + seconds(180), now, 'en'), 'en')).toBe('In 3 minutes')
  expect(asValue(timeAgo(now - seconds(180), now, 'en'), 'en')).toBe('3 minutes ago')
})

test('short spans have one unit', () => {
  expect(shortSpan(seconds(45), 'en')).toBe('45 sec')
  expect(shortSpan(seconds(7300), 'en')).toBe('2 hr')
  expect(shortSpan(-5, 'en')).toBe('0 sec')
})

test('a countdown shows minutes and seconds and stops at nought', () => {
  expect(minutesAndSeconds(seconds(900))).toBe('15:00')
  expect(minutesAndSeconds(65_400)).toBe('1:06')
  expect(minutesAndSeconds(-5)).toBe('0:00')
})
