import { ruleText } from '@rookery/primitives/variable-rules/variable-rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../test-services/proof-size.ts'
import { fieldProblems, readFieldProblem } from './field-problems.ts'

const sentences = Object.entries(fieldProblems).flatMap(([code, all]) =>
  all.map((sentence: string) => ({ code, sentence })),
)

test('every sentence gives back its own code and values', () => {
  // A number is also a word and a list of ids.
  const value = fc.integer({ min: 0, max: 1_000_000 }).map(String)
  fc.assert(
    fc.property(fc.constantFrom(...sentences), fc.infiniteStream(value), ({ code, sentence }, numbers) => {
      const values: Record<string, string> = {}
      const filled = sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        values[name] = numbers.next().value as string
        return values[name]
      })
      expect(readFieldProblem(filled)).toEqual({ code, values })
    }),
    propertyRuns(2_000),
  )
})

describe('rules of templates', () => {
  const rules: [string, string[]][] = [
    ['required', []],
    ['empty', []],
    ...['max', 'min', 'size', 'gt', 'gte', 'lt', 'lte'].map((name): [string, string[]] => [name, ['5']]),
    ['between', ['1', '5']],
    ['in', ['a', 'b']],
    ['not_in', ['a', 'b']],
    ['boolean', []],
    ['numeric', []],
    ['integer', []],
    ['regex', ['/^a$/']],
    ['not_regex', ['/^a$/']],
    ['digits', ['4']],
    ['digits_between', ['1', '5']],
    ['alpha', []],
    ['alpha_num', []],
    ['alpha_dash', []],
    ['url', []],
    ['ip', []],
    ['starts_with', ['a']],
    ['ends_with', ['a']],
    ['another', []],
  ]
  test.each(rules)('%s has a code, of text and of a number, with a hint and without', (name, given) => {
    const problem = { name, arguments: given, text: given.join(','), isTooSlow: false }
    for (const all of [['string'], ['integer']]) {
      const sentence = `must ${ruleText(all, problem)}`
      const code = readFieldProblem(sentence)?.code
      expect(code, sentence).toBeDefined()
      expect(readFieldProblem(`${sentence}: so says the author`)?.code, sentence).toBe(code)
    }
  })
})

test('a sentence that nobody has foreseen has none', () => {
  for (const sentence of ['', 'must be a poem', 'is liked by all', 'toString', 'x'.repeat(5_000)])
    expect(readFieldProblem(sentence), sentence).toBeNull()
})
