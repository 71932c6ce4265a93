// Tests of times in words.

import { expect, test } from 'vitest'
import {
  asValue,
  isWithinADay,
  minutesAndSeconds,
  quickSpan,
  shortSpan,
  spanInSentence,
  timeAgo,
  timeUntil,
} from './relative-time.ts'

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
  expect(shortSpan(seconds(180), 'de')).toBe('3 min')
})

test('a time that stands alone begins with a capital', () => {
  expect(asValue(timeAgo(now, now, 'en'), 'en')).toBe('Now')
  expect(asValue(timeUntil(now + seconds(180), now, 'en'), 'en')).toBe('In 3 minutes')
  expect(asValue(timeAgo(now - seconds(180), now, 'en'), 'en')).toBe('3 minutes ago')
})

test('short spans have one unit', () => {
  expect(shortSpan(seconds(45), 'en')).toBe('45 s')
  expect(shortSpan(seconds(7300), 'en')).toBe('2 h')
  expect(shortSpan(-5, 'en')).toBe('0 s')
})

test.each([
  ['en', '14 s', '31 min', '23 h', '3 days'],
  ['de', '14 s', '31 min', '23 h', '3 Tage'],
  ['es', '14 s', '31 min', '23 h', '3 días'],
  ['fr', '14 s', '31 min', '23 h', '3 jours'],
  ['ru', '14 с', '31 мин', '23 ч', '3 дня'],
  ['zh', '14秒', '31分钟', '23小时', '3天'],
])('short spans read natural in %s', (language, ...texts) => {
  const spans = [seconds(14), seconds(31 * 60), seconds(23 * 3600), seconds(3 * 86_400)]
  // Which kind of space stands before the unit is the business of the language.
  expect(spans.map(span => shortSpan(span, language).replace(/\s/g, ' '))).toEqual(texts)
})

test('in a German sentence the days are bent', () => {
  expect(spanInSentence(shortSpan(seconds(2 * 86_400), 'de'), 'de')).toBe('2 Tagen')
  expect(spanInSentence(shortSpan(seconds(86_400), 'de'), 'de')).toBe('1 Tag')
  expect(spanInSentence(shortSpan(seconds(120), 'de'), 'de')).toBe('2 min')
  expect(spanInSentence(shortSpan(seconds(2 * 86_400), 'en'), 'en')).toBe('2 days')
})

test('a distance ends after a day, before and behind', () => {
  expect(isWithinADay(now - seconds(86_399), now)).toBe(true)
  expect(isWithinADay(now - seconds(86_400), now)).toBe(false)
  expect(isWithinADay(now + seconds(86_400), now)).toBe(false)
})

test('a countdown shows minutes and seconds and stops at nought', () => {
  expect(minutesAndSeconds(seconds(900))).toBe('15:00')
  expect(minutesAndSeconds(65_400)).toBe('1:06')
  expect(minutesAndSeconds(-5)).toBe('0:00')
})

test.each([
  [84, 'en', '84 ms'],
  [999, 'en', '999 ms'],
  [1_240, 'en', '1.2 s'],
  [15_000, 'de', '15 s'],
])('%d ms in %s took %s', (spanMs, language, text) => {
  expect(quickSpan(spanMs, language).replace('\u00a0', ' ')).toBe(text)
})
