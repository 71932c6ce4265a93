import { describe, expect, test } from 'vitest'
import { processorMsOf } from '../../../../../test-services/processor-time.ts'
import { createLineSearch } from './line-search.ts'
import { createNameMatcher } from './name-pattern.ts'

describe('name patterns', () => {
  test.each([
    ['', 'anything', true],
    ['LOG', 'server.log.1', true],
    ['log', 'readme', false],
    ['*.log', 'Server.LOG', true],
    ['*.log', 'server.log.1', false],
    ['?.txt', 'a.txt', true],
    ['?.txt', 'ab.txt', false],
    ['?', '🎮', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b*', 'xxbxxaxx', false],
    ['**', '', true],
    ['a*', 'a', true],
    ['[ab]*', 'a', false],
    ['.*', 'x.txt', false],
  ])('8.2 %j fits %j: %j', (pattern, name, expected) => {
    expect(createNameMatcher(pattern)(name)).toBe(expected)
  })

  test('8.2 no pattern takes long', () => {
    const matches = createNameMatcher(`${'*a'.repeat(120)}b`)
    expect(processorMsOf(() => expect(matches('a'.repeat(255))).toBe(false))).toBeLessThan(15_000)
  })
})

describe('line search', () => {
  const find = (content: string, pieces: string[]) => {
    const search = createLineSearch(content)
    return [...pieces.flatMap(piece => search.feed(piece)), ...search.end()]
  }

  test('8.2 a find is told once for each line, wherever the pieces are cut', () => {
    const text = 'one\ntwo ERROR error\r\nthree\nlast error'
    const expected = [
      { number: 2, text: 'two ERROR error' },
      { number: 4, text: 'last error' },
    ]
    expect(find('error', [text])).toEqual(expected)
    expect(find('error', Array.from(text))).toEqual(expected)
  })

  test('8.2 a line without end is searched in bounded memory, also across its pieces', () => {
    const pieces = [
      ...Array<string>(40).fill('x'.repeat(10_000)),
      'x'.repeat(65_000),
      'ne',
      'edle',
      'y'.repeat(70_000),
    ]
    const found = find('needle', [...pieces, '\nneedle'])
    expect(found.map(({ number }) => number)).toEqual([1, 2])
    expect(found[0]?.text.length).toBeLessThanOrEqual(400)
    expect(found[0]?.text).toContain('needle')
  })

  test('8.2 what is shown is at most 400 characters and valid text', () => {
    const [found] = find('needle', [`${'🎮'.repeat(500)}needle${'🎮'.repeat(500)}`])
    expect(found?.text.length).toBeLessThanOrEqual(400)
    expect(found?.text.isWellFormed()).toBe(true)
    expect(found?.text).toContain('needle')
  })
})
