// Which names pass.

import { expect, test } from 'vitest'
import { judgeName } from './player-name.ts'

test.each(['Ann', 'x9', 'Dr_Honk-2', 'abcdefghijklmnop'])('%s is a name', name => {
  expect(judgeName(name, [], () => false)).toEqual({ ok: true, name })
})

test.each(['', 'a', '9lives', 'two words', 'abcdefghijklmnopq', 'Zoë', 'Goose', 'THE', 'a{V}'])(
  '%j is not',
  name => {
    expect(judgeName(name, [], () => false).ok).toBe(false)
  },
)

test('taken and banned names are refused whatever their case', () => {
  expect(judgeName('ANN', ['Ann'], () => false)).toMatchObject({ ok: false })
  expect(judgeName('Bob', [], name => name === 'Bob')).toMatchObject({
    reason: expect.stringContaining('banned'),
  })
})
