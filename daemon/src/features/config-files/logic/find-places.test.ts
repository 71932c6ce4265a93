// Paths through maps and lists: what is found, what is missing, what cannot be.

import { describe, expect, test } from 'vitest'
import { findPlaces, type TreeNode } from './find-places.ts'

interface Leaf extends TreeNode<Leaf> {
  value?: unknown
}

function tree(value: unknown): Leaf {
  if (Array.isArray(value)) return { items: value.map(tree) }
  if (typeof value !== 'object' || value === null) return { value, isEmpty: value === null }
  return { entries: new Map(Object.entries(value).map(([name, child]) => [name, tree(child)])) }
}

const root = tree({
  a: { b: 1, 'c.d': 2, list: [{ x: 3 }, { x: 4, y: 5 }] },
  'a.b': 6,
  'k[0]': 7,
  none: null,
})

/** Values that were found, or what is missing. */
function look(key: string) {
  const places = findPlaces(root, key)
  if ('problem' in places) return 'problem'
  return places.map(place => ('node' in place ? place.node.value : place.missing))
}

describe('paths', () => {
  test.each([
    ['a.b', [6]],
    ['a.c.d', [2]],
    ['a.list[1].x', [4]],
    ['a.list.1.x', [4]],
    ['a.list.*.x', [3, 4]],
    ['a.list[*].y', [['y'], 5]],
    ['k[0]', [7]],
    ['a.new.deep[0].er', [['new', 'deep', 0, 'er']]],
    ['a.list[2].x', [[2, 'x']]],
    ['none.x', [['x']]],
    ['new~1key~0', [['new.key~']]],
    ['a.new.*.x', []],
    ['a.list[3].x', 'problem'],
    ['a.list.x', 'problem'],
    ['a.c.d.e', 'problem'],
    ['a.*.b.*', 'problem'],
    ['new[1]', 'problem'],
  ] as [string, unknown][])('%s', (key, expected) => {
    expect(look(key)).toEqual(expected)
  })
})
