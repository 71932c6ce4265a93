// What counts as a path below a root, for any text at all.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { splitPath } from './path-components.ts'

describe('path components', () => {
  test('T-058 whatever is accepted consists of plain names and is the same text again', () => {
    const pieces = fc.constantFrom('..', '.', '', '/', '\0', 'a', 'ü', '\\', '%2e', '\ud800', 'x'.repeat(256))
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map(parts => parts.join('')),
      fc.array(pieces).map(parts => parts.join('/')),
    )
    fc.assert(
      fc.property(text, path => {
        const split = splitPath(path)
        if ('problem' in split) return
        expect(split.components.join('/')).toBe(path)
        for (const name of split.components) {
          expect(['', '.', '..']).not.toContain(name)
          expect(name).not.toMatch(/[/\0]/)
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255)
          expect(Buffer.from(name).toString()).toBe(name)
        }
      }),
      propertyRuns(2_000),
    )
  })

  test('T-060 plain paths of any depth are accepted, the empty one is the root', () => {
    expect(splitPath('')).toEqual({ components: [] })
    expect(splitPath('a')).toEqual({ components: ['a'] })
    expect(splitPath('a/…/..b/c..')).toEqual({ components: ['a', '…', '..b', 'c..'] })
    expect(splitPath('x/'.repeat(2_100).slice(0, -1))).toHaveProperty('problem')
  })
})
