// Types stay what they are; a new value has the type that it looks like.

import { describe, expect, test } from 'vitest'
import { type ScalarKind, typedValue } from './scalar-kind.ts'

const cases: [string, ScalarKind | null, string | null][] = [
  ['25565', null, 'number 25565'],
  ['-1', null, 'number -1'],
  ['007', null, 'string 007'],
  ['1.20', null, 'string 1.20'],
  ['76561198000000000', null, 'string 76561198000000000'],
  ['true', null, 'boolean true'],
  ['True', null, 'string True'],
  ['', null, 'string '],
  ['25565', 'string', 'string 25565'],
  ['true', 'string', 'string true'],
  ['1.20', 'number', 'number 1.20'],
  ['many', 'number', 'string many'],
  ['', 'number', null],
  ['1', 'boolean', 'boolean true'],
  ['0', 'boolean', 'boolean false'],
  ['FALSE', 'boolean', 'boolean false'],
  ['2', 'boolean', 'number 2'],
  ['', 'boolean', null],
  ['', 'string', 'string '],
  ['5', 'null', 'number 5'],
]

describe('types', () => {
  test.each(cases)('%j where there is %s becomes %j', (value, present, expected) => {
    const typed = typedValue(value, present)
    expect(typed && `${typed.kind} ${typed.text}`).toBe(expected)
  })
})
