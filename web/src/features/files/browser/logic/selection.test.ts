// Choosing several entries with the keyboard and the mouse.

import { expect, test } from 'vitest'
import { chooseAll, chooseOnly, extendTo, noSelection, onlyVisible, rowAfter, toggle } from './selection.ts'

const order = ['a', 'b', 'c', 'd']

test('8.2 a range goes from where it began, in both directions', () => {
  const down = extendTo(chooseOnly('b'), 'd', order)
  expect([...down.chosen]).toEqual(['b', 'c', 'd'])
  const up = extendTo(down, 'a', order)
  expect([...up.chosen]).toEqual(['a', 'b'])
  expect(up.current).toBe('a')
})

test('8.2 one after the other is added and taken away', () => {
  const both = toggle(chooseOnly('a'), 'c')
  expect([...both.chosen]).toEqual(['a', 'c'])
  expect([...toggle(both, 'a').chosen]).toEqual(['c'])
})

test('8.2 steps stay within the list, the first one enters it', () => {
  expect(rowAfter(noSelection, 'down', order)).toBe('a')
  expect(rowAfter(noSelection, 'up', order)).toBe('d')
  expect(rowAfter(chooseOnly('d'), 'down', order)).toBe('d')
  expect(rowAfter(chooseOnly('b'), 'first', order)).toBe('a')
  expect(rowAfter(chooseOnly('b'), 'pageDown', order)).toBe('d')
  expect(rowAfter(noSelection, 'down', [])).toBeNull()
})

test('8.2 what is gone is no longer chosen', () => {
  const retained = onlyVisible(chooseAll(chooseOnly('b'), order), ['a', 'd'])
  expect([...retained.chosen]).toEqual(['a', 'd'])
  expect(retained.current).toBeNull()
})
