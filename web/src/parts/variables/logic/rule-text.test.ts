// Every rule that can be broken has words, in every language.

import { readRule } from '@rookery/primitives/variable-rules/variable-rules.ts'
import { describe, expect, test } from 'vitest'
import { languageCodes } from '../../../texts/languages.ts'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { faultText, ruleText } from './rule-text.ts'

const t = await textsForTests('en')

test('words follow what the rule measures: a number, or the length of a text', () => {
  expect(faultText(t, { rules: ['integer', 'between:1,64'] }, '99')).toBe('Must be from 1 to 64.')
  expect(faultText(t, { rules: ['string', 'max:3'] }, 'abcd')).toBe('Use at most 3 characters.')
  expect(faultText(t, { rules: ['required', 'filled'] }, '')).toBe('This field is required.')
  expect(faultText(t, { rules: ['in:easy,hard'] }, 'x')).toBe('Enter one of: easy, hard.')
  expect(faultText(t, { rules: ['int'] }, 'x')).toBe('Enter a whole number.')
  expect(faultText(t, { rules: ['int'] }, '7')).toBeUndefined()
})

test('the hint of the template speaks in place of a pattern', () => {
  const rules = ['regex:/^[a-z]+$/']
  expect(faultText(t, { rules, hint: 'small letters only' }, 'A')).toBe('Enter: small letters only.')
  expect(faultText(t, { rules }, 'A')).toContain('/^[a-z]+$/')
})

const all = [
  'required filled empty max:1 min:1 size:1 gt:1 gte:1 lt:1 lte:1 between:1,2 in:a not_in:a boolean bool numeric',
  'integer int regex:/a/ not_regex:/a/ digits:1 digits_between:1,2 alpha alpha_num alpha_dash url ip',
  'starts_with:a ends_with:a exists:x',
]
  .join(' ')
  .split(' ')

describe.each(languageCodes)('in %s', code => {
  test.each(all)('the rule %s has words', async rule => {
    const own = await textsForTests(code)
    for (const rules of [[rule], ['numeric', rule]]) {
      const text = ruleText(own, rules, readRule(rule))
      expect(text).not.toContain('valueRules')
      expect(text).not.toContain('{{')
    }
  })
})
