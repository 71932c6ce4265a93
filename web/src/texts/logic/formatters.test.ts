// Tests of the region that numbers and dates follow.

import { describe, expect, test } from 'vitest'
import { localeOf, onePerLanguage } from './formatters.ts'

const afternoon = Date.UTC(2026, 10, 17, 14, 5, 9)
const shown = (locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    .format(afternoon)
    .replaceAll(/[\u00A0\u202F]/g, ' ')

describe('the language of the interface with the region of the browser', () => {
  test.each([
    ['en', ['en-US', 'en'], 'en-US'],
    ['en', ['en-GB'], 'en-GB'],
    ['en', ['de-DE', 'de', 'en-US', 'en'], 'en-DE'],
    ['de', ['de-AT', 'en-US'], 'de-AT'],
    ['en', ['de'], 'en-DE'],
    ['zh', ['zh-Hant-TW'], 'zh-Hans-TW'],
    ['fr', ['not a tag!', 'fr-CA'], 'fr-CA'],
    ['ru', [], 'ru'],
  ])('%s for %j is %s', (language, preferred, locale) => {
    expect(localeOf(language, preferred)).toBe(locale)
  })

  test.each([
    ['en', ['en-US'], 'Nov 17, 2026, 2:05 PM', '1,234.5'],
    ['en', ['en-GB'], '17 Nov 2026, 14:05', '1,234.5'],
    ['en', ['de-DE'], '17 Nov 2026, 14:05', '1.234,5'],
    ['de', ['de-DE'], '17.11.2026, 14:05', '1.234,5'],
    ['es', ['es-MX'], '17 nov 2026, 2:05 p.m.', '1,234.5'],
    ['zh', ['zh-TW'], '2026年11月17日 14:05', '1,234.5'],
  ])('%s for %j writes %s and %s', (language, preferred, date, number) => {
    const locale = localeOf(language, preferred)
    expect(shown(locale, { dateStyle: 'medium', timeStyle: 'short' })).toBe(date)
    expect(new Intl.NumberFormat(locale).format(1234.5)).toBe(number)
  })
})

test('a formatter is made once for each language', () => {
  let made = 0
  const formats = onePerLanguage(locale => {
    made += 1
    return locale
  })
  expect([formats('de'), formats('de')]).toEqual([localeOf('de'), localeOf('de')])
  expect(made).toBe(1)
})
