// Which names an archive holds.

import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { nameInside, packSelection } from './pack-selection.ts'

test.each([
  [['a/b/world'], ['a/b/world'], 'a/b/'],
  [['a/x', 'a/y'], ['a/x', 'a/y'], 'a/'],
  [['a/x', 'b/x'], ['a/x', 'b/x'], ''],
  [['a/b', 'a/b/c', 'a/b'], ['a/b'], 'a/'],
  [['a/bc/x', 'a/b/x'], ['a/bc/x', 'a/b/x'], 'a/'],
  [['x', ''], [''], ''],
])('8.2 of %j these are packed: %j, without %j', (chosen, paths, prefix) => {
  expect(packSelection(chosen)).toEqual({ paths, prefix })
})

test('8.2 no two things get the same name, none is lost, and every name is a plain one', () => {
  const path = array(constantFrom('a', 'b', 'ab'), { minLength: 1, maxLength: 5 }).map(names =>
    names.join('/'),
  )
  assert(
    property(array(path, { minLength: 1, maxLength: 8 }), chosen => {
      const selection = packSelection(chosen)
      const names = selection.paths.map(one => nameInside(selection, one))
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^(a|b|ab)(\/(a|b|ab))*$/)
      for (const one of chosen) {
        expect(selection.paths.some(retained => one === retained || one.startsWith(`${retained}/`))).toBe(
          true,
        )
      }
    }),
  )
})
