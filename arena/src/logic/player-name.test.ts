// Which names pass.

import { expect, test } from 'vitest'
import { checkName } from './player-name.ts'

test.each(['Ann', 'x9', 'Dr_Honk-2', 'abcdefghijklmnop'])('%s is a name', name => {
  expect(checkName(name, [], () => false)).toEqual({ ok: true, name })
})

test.each(['', 'a', '9lives', 'two words', 'abcdefghijklmnopq', 'Zoë', 'Goose', 'THE', 'a{V}'])(
  '%j is not',
  name => {
    expect(checkName(name, [], () => false).ok).toBe(false)
  },
)

test('taken and banned names are refused whatever their case', () => {
  expect(checkName('ANN', ['Ann'], () => false)).toMatchObject({ ok: false })
  expect(checkName('Bob', [], name => name === 'Bob')).toMatchObject({
    reason: expect.stringContaining('banned'),
  })
})
