import { expect, test } from 'vitest'
import { preferredLanguage } from './preferred-language.ts'

test('the language liked best is taken, the first of equals', () => {
  expect(preferredLanguage('de')).toBe('de')
  expect(preferredLanguage('de-AT,de;q=0.9,en;q=0.8')).toBe('de-at')
  expect(preferredLanguage('en;q=0.4, fr;q=0.9, es;q=0.9')).toBe('fr')
  expect(preferredLanguage('zh-Hans-CN')).toBe('zh-hans')
})

test('English, any language and no language are English', () => {
  for (const header of ['', '*', 'en', 'EN-us,de;q=0.9', 'de;q=0', 'q=1', '../../etc/passwd', ',;,'])
    expect(preferredLanguage(header), header).toBeNull()
})
