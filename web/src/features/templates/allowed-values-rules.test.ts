// What a setting may be is said as people say it, not as a form complains.

import { expect, test } from 'vitest'
import { textsForTests } from '../../texts/texts-for-tests.ts'
import { allowedValues, spokenDefault } from './allowed-values-rules.ts'

const t = await textsForTests('en')
const said = (initial: string, ...rules: string[]) => allowedValues(t, { default: initial, rules })

test('each kind of setting has its own words', () => {
  expect(said('false', 'required', 'boolean')).toBe('On or off')
  expect(said('normal', 'required', 'in:easy,normal')).toBe('Easy, Normal')
  expect(said('20', 'required', 'integer', 'between:1,500')).toBe('1 to 500')
  expect(said('20', 'integer', 'min:5')).toBe('5 or more')
  expect(said('20', 'integer', 'max:9')).toBe('Up to 9')
  expect(said('20', 'integer')).toBe('A number')
  expect(said('', 'nullable', 'string', 'max:59')).toBe('Text, up to 59 characters')
  expect(said('', 'string')).toBe('Any text')
  expect(said('', 'url')).toBe('A web address')
  expect(said('', 'regex:/^a+$/')).toBe('Text in a fixed form')
})

test('the hint of the template goes first, as a sentence begins', () => {
  expect(allowedValues(t, { default: '', rules: ['integer'], hint: 'latest, or a number' })).toBe(
    'Latest, or a number',
  )
})

test('a switch and a choice have their default as forms say it', () => {
  expect(spokenDefault(t, { default: 'True', rules: ['in:true,false'] })).toBe('On')
  expect(spokenDefault(t, { default: '0', rules: ['boolean'] })).toBe('Off')
  expect(spokenDefault(t, { default: 'easy', rules: ['in:easy,hard'] })).toBe('Easy')
  expect(spokenDefault(t, { default: '20', rules: ['integer'] })).toBe(null)
})
