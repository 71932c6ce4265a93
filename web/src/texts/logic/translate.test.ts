// Tests of saying a text: plural forms, places to fill, and texts that nobody has written.

import { expect, test } from 'vitest'
import { addPhrases, createTranslate, type TextKey } from './translate.ts'

const phrases = new Map<string, string>()
addPhrases(phrases, {
  actions: { close: 'Close' },
  servers: {
    count_one: '{{count}} сервер',
    count_few: '{{count}} сервера',
    count_other: '{{count}} серверов',
  },
  power: { killTitle: 'Kill {{name}}? {{name}} loses {{what}}' },
})

const keyOf = (key: string) => key as TextKey

test('a text is found by its whole key', () => {
  expect(createTranslate('en', phrases)('actions.close')).toBe('Close')
})

test.each([
  [1, '1 сервер'],
  [3, '3 сервера'],
  [21, '21 сервер'],
  [5, '5 серверов'],
])('%d takes the plural form of its language', (count, text) => {
  expect(createTranslate('ru', phrases)('servers.count', { count })).toBe(text)
})

test('a plural form that a language lacks is "other"', () => {
  expect(createTranslate('en', phrases)('servers.count', { count: 2 })).toBe('2 серверов')
})

test('every place is filled, what is not known is left out, and what is filled in is not read as a text', () => {
  const t = createTranslate('en', phrases)
  expect(t('power.killTitle', { name: '{{what}} $& $t(x)' })).toBe(
    'Kill {{what}} $& $t(x)? {{what}} $& $t(x) loses ',
  )
})

test('a count does not hide a text without plural forms', () => {
  expect(createTranslate('en', phrases)('actions.close', { count: 2 })).toBe('Close')
})

test('a missing text is reported and shows its key; one with another word to say is no fault', () => {
  const missing: string[] = []
  const t = createTranslate('en', phrases, key => missing.push(key))
  expect(t(keyOf('no.such'))).toBe('no.such')
  expect(t(keyOf('no.other'), { defaultValue: 'instead' })).toBe('instead')
  expect(missing).toEqual(['no.such'])
})
