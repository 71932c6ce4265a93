// Patterns: what they match is what JavaScript would match, and none of them can hold anything up.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../test-services/proof-size.ts'
import { compilePattern, PatternTooSlow } from './pattern.ts'

/** The engine counts what runs before other work has its turn. */
const nextTurn = () => new Promise(resolve => setTimeout(resolve, 1))

function compare(source: string, flags: string, text: string): void {
  const pattern = compilePattern(source, flags)
  const expected = new RegExp(source, flags).exec(text)
  const found = pattern?.exec(text) ?? null
  const formatted = found && { index: found.index, groups: [...found.groups] }
  expect(formatted, `/${source}/${flags} in ${JSON.stringify(text)}`).toEqual(
    expected && { index: expected.index, groups: [...expected] },
  )
}

describe('patterns', () => {
  test.each([
    ['^(a+)+$', '', 'aaaa'],
    ['(a*)*', '', 'b'],
    ['(?:(a)|b)*', '', 'ab'],
    ['(a|ab)(c|bcd)(d*)', '', 'abcd'],
    ['^[a-zA-Z0-9_ .\\-/]{2,5}$', '', 'a-b'],
    ['^(?=.*\\d)(?!.*x)[a-z\\d]+$', '', 'abc1'],
    ['^(?=.*\\d)(?!.*x)[a-z\\d]+$', '', 'abcx1'],
    ['(?<=\\$)(\\d+)', '', 'costs $42'],
    ['(?<!a)b', '', 'ab b'],
    ['(\\w)\\1', '', 'hello'],
    ['(?<q>["\']).*?\\k<q>', '', `say 'it "is"' now`],
    ['\\bfoo\\b', 'i', 'a FOO b'],
    ['^b$', 'm', 'a\nb\nc'],
    ['a.c', 's', 'a\nc'],
    ['^\\p{L}+$', 'u', 'größe'],
    ['^.$', 'u', '😀'],
    ['^.$', '', '😀'],
    ['\\u{1F600}', 'u', '😀'],
    ['(?i:abc)D', '', 'ABCD'],
    ['a{,2}', '', 'a{,2}'],
    ['x{2}?', '', 'xxx'],
    ['[\\]\\d-]+', '', ']1-'],
    ['[^]', '', '\n'],
    ['()|', '', ''],
    ['\\x41\\u0042\\cJ\\0', '', 'AB\n\0'],
  ])('/%s/%s reads %j as JavaScript does', (source, flags, text) => compare(source, flags, text))

  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\b', '^', '$', '(?:)', '\\d')
  const times = fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,2}?')
  const flags = fc.constantFrom('', 'i', 'm', 's', 'u', 'im')
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '\n', ' '), maxLength: 8 })
  const trees = (canRepeat: 'anything' | 'a character') =>
    fc.letrec<{ part: string }>(tie => ({
      part: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        atom,
        fc.tuple(tie('part'), tie('part')).map(([one, other]) => one + other),
        fc.tuple(tie('part'), tie('part')).map(([one, other]) => `(?:${one}|${other})`),
        tie('part').map(one => `(${one})`),
        fc
          .tuple(canRepeat === 'anything' ? tie('part') : fc.constantFrom('a', '[^a]', '\\w'), times)
          .map(([one, count]) => `(?:${one})${count}`),
        fc.tuple(fc.constantFrom('?=', '?!'), tie('part')).map(([kind, one]) => `(${kind}${one})`),
      ),
    })).part

  test('patterns of all kinds match where JavaScript does', () => {
    // Loops around loops that may be empty can take another part of the text, from the same beginning.
    fc.assert(
      fc.property(trees('anything'), flags, text, (source, flag, subject) => {
        const found = compilePattern(source, flag)?.exec(subject)?.index ?? -1
        expect(found, `/${source}/${flag} in ${JSON.stringify(subject)}`).toBe(
          new RegExp(source, flag).exec(subject)?.index ?? -1,
        )
      }),
      propertyRuns(3_000),
    )
  })

  test('patterns without loops around loops find the same groups', () => {
    fc.assert(fc.property(trees('a character'), flags, text, compare), propertyRuns(3_000))
  })

  test.each([
    ['^(a+)+$', `${'a'.repeat(10_000)}!`],
    ['^(a|a)*$', `${'a'.repeat(10_000)}!`],
    ['^(a|aa)+$', `${'a'.repeat(10_000)}!`],
    ['(x+x+)+y', 'x'.repeat(5_000)],
    ['^(?=(a+)+$)a', `${'a'.repeat(10_000)}!`],
    ['^([a-zA-Z0-9]+\\s?)*$', `${'a'.repeat(10_000)}!`],
  ])('%s is answered at once, however it was meant', async (source, text) => {
    await nextTurn()
    expect(compilePattern(source)?.test(text)).toBe(false)
  })

  test('what cannot be bounded is given up with the reason', () => {
    const pattern = compilePattern('^(a+)+\\1b$')
    expect(() => pattern?.test('a'.repeat(60))).toThrow(PatternTooSlow)
    expect(() => pattern?.test('a'.repeat(60))).toThrow(/takes too long: write it simpler/)
  })

  test('all patterns of one turn together are bounded, and the next turn begins anew', async () => {
    await nextTurn()
    const pattern = compilePattern('^(a+)+\\1b$')
    const cheap = compilePattern('^[a-z ]+$')
    const attempts = Array.from({ length: 200 }, () => () => pattern?.test('a'.repeat(60)))
    const startedAt = process.cpuUsage()
    for (const attempt of attempts) expect(attempt).toThrow(PatternTooSlow)
    const { user, system } = process.cpuUsage(startedAt)
    // One that is given up costs tens of milliseconds, and 200 of them would cost seconds.
    expect((user + system) / 1_000).toBeLessThan(1_000)
    expect(() => cheap?.test('after the limit of the turn')).toThrow(PatternTooSlow)
    await nextTurn()
    expect(cheap?.test('after the limit of the turn')).toBe(true)
  })

  test('a long console line or list of players is within the limit', async () => {
    await nextTurn()
    const line = `[12:00:00] [Server thread/INFO]: ${'word '.repeat(390)}Done (3.141s)! For help, type "help"`
    expect(compilePattern('Done \\([\\d.]+s\\)! For help')?.test(line)).toBe(true)
    const list = Array.from({ length: 500 }, (_, id) => `${id}. Player number ${id}, 76561198${id}, 12.0.0.1`)
    const found = compilePattern('^\\d+\\. (?<name>[^,]+), (?<id>\\d+)', 'm')?.matchAll(list.join('\n'))
    expect([...(found ?? [])]).toHaveLength(500)
  })

  test('what is no expression, or too large for anybody, is none', () => {
    expect(compilePattern('(')).toBeNull()
    expect(compilePattern('a', 'g')).toBeNull()
    expect(compilePattern('(?:a{1000}){1000}')).toBeNull()
  })

  test('all matches follow one another, empty ones too', () => {
    const all = (source: string, text: string) =>
      Array.from(compilePattern(source)?.matchAll(text) ?? [], found => found.text)
    expect(all('\\d+', 'a1b22c')).toEqual(['1', '22'])
    expect(all('a*', 'baac')).toEqual(['', 'aa', '', ''])
  })
})
