// The rules of values against a table of cases.

import { expect, test } from 'vitest'
import { readPcre } from './pcre.ts'
import { fieldKind, ruleProblem, ruleText, unknownRules } from './variable-rules.ts'

const cases: [rules: string[], good: string[], bad: string[]][] = [
  [
    ['required', 'string'],
    ['a', '0'],
    ['', '  '],
  ],
  [['nullable', 'string'], ['', 'a'], []],
  [['string', 'max:3'], ['', 'abc', 'äöü'], ['abcd']],
  [['string', 'min:2'], ['ab', ''], ['a']],
  [
    ['integer', 'max:100'],
    ['100', '-5'],
    ['101', '1.5', 'abc'],
  ],
  [
    ['required', 'numeric', 'between:1,64'],
    ['1', '64', '1.5'],
    ['0', '65', '', 'x'],
  ],
  [
    ['string', 'between:2,3'],
    ['ab', 'abc'],
    ['a', 'abcd'],
  ],
  [['in:easy,hard'], ['easy', ''], ['Easy', 'medium']],
  [['in:"a,b",c'], ['a,b', 'c'], ['a', 'b']],
  [['not_in:admin'], ['me'], ['admin']],
  [
    ['required', 'boolean'],
    ['1', '0', 'true', 'FALSE'],
    ['yes', '2', ''],
  ],
  [['int'], ['12'], ['12a']],
  [['regex:/^[a-z]+$/'], ['abc', ''], ['ABC', 'a1']],
  [['regex:/^[a-z]+$/i'], ['ABC'], ['1']],
  [['regex:/^(a|b):c,d$/'], ['a:c,d'], ['a:c']],
  [['not_regex:/\\s/'], ['ab'], ['a b']],
  [['digits:4'], ['1234'], ['123', '12a4']],
  [['digits_between:2,3'], ['12', '123'], ['1', '1234']],
  [['alpha_num'], ['abc1'], ['a-b']],
  [['alpha_dash'], ['a-b_1'], ['a b']],
  [['url'], ['https://example.com/x', 'ftp://a.b'], ['example.com', 'https://']],
  [['size:2'], ['ab'], ['a']],
  [['integer', 'size:2'], ['2'], ['22']],
  [['integer', 'gt:5'], ['6'], ['5']],
  [['present'], [''], []],
  [['ends_with:.jar,.zip'], ['a.jar', 'b.zip'], ['a.exe']],
  [['empty'], [''], ['a']],
  [['no_such_rule:1'], ['anything'], []],
  [['__proto__', 'constructor'], ['anything'], []],
]

test.each(cases)('rules %j accept %j and refuse %j', (rules, good, bad) => {
  for (const value of good) expect(ruleProblem(rules, value), value).toBeNull()
  for (const value of bad) expect(ruleProblem(rules, value), value).not.toBeNull()
})

test('a broken rule is told with a reason', () => {
  const message = (rules: string[], value: string) => {
    const problem = ruleProblem(rules, value)
    return problem && ruleText(rules, problem)
  }
  expect(message(['required'], '')).toBe('not be empty')
  expect(message(['integer', 'between:1,64'], '99')).toBe('be between 1 and 64')
  expect(message(['string', 'max:3'], 'abcd')).toBe('have at most 3 characters')
  expect(message(['in:easy,hard'], 'x')).toBe('be one of easy, hard')
})

test('rules that check nothing are told', () => {
  expect(unknownRules(['required', 'exists:users', 'regex:/(?<=a+)b/x', 'regex:/^a$/'])).toEqual([
    'exists:users',
    'regex:/(?<=a+)b/x',
  ])
})

test.each([
  ['/^a$/', 'a', 'A'],
  ['#^a/b$#', 'a/b', 'ab'],
  ['{^x$}i', 'X', 'y'],
  ['^plain$', 'plain', 'other'],
  ['/\\A[[:alnum:]]+\\z/', 'a1', '-'],
  ['/^[\\w\\-.]+$/', 'a-b.c', ' '],
])('the expression %s matches %s and not %s', (text, good, bad) => {
  expect(readPcre(text)?.test(good)).toBe(true)
  expect(readPcre(text)?.test(bad)).toBe(false)
})

test('the kind of field follows the rules', () => {
  expect(fieldKind(['required', 'boolean'], '1')).toEqual({ kind: 'switch', on: '1', off: '0' })
  expect(fieldKind(['boolean'], 'true')).toEqual({ kind: 'switch', on: 'true', off: 'false' })
  expect(fieldKind(['in:a,b'], 'a')).toEqual({ kind: 'choice', choices: ['a', 'b'] })
  expect(fieldKind(['integer', 'between:1,64'], '')).toEqual({ kind: 'number', min: 1, max: 64 })
  expect(fieldKind(['string', 'max:20'], '')).toEqual({ kind: 'text', longest: 20 })
})

test('a pattern made to take for ever is answered at once, and one that cannot be bounded refuses the value', () => {
  expect(ruleProblem(['regex:/^(a+)+$/'], `${'a'.repeat(40)}!`)).toMatchObject({ name: 'regex' })
  expect(ruleProblem(['regex:/^(a+)+$/'], 'a'.repeat(40))).toBeNull()
  for (const name of ['regex', 'not_regex']) {
    const rules = [`${name}:/^(a+)+\\1b$/`]
    const problem = ruleProblem(rules, 'a'.repeat(60))
    expect(problem).toMatchObject({ name, isTooSlow: true })
    expect(problem && ruleText(rules, problem)).toContain('it takes too long on this one')
  }
})
