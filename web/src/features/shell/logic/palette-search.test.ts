// Tests of what the command palette finds first.

import { expect, test } from 'vitest'
import { findEntries } from './palette-search.ts'

const entries = [
  { title: 'Restart Wolfpack' },
  { title: 'Wolfpack', keywords: 'Minecraft basement' },
  { title: 'Tasks' },
  { title: 'Start Wolfpack' },
]
const titles = (query: string) => findEntries(entries, query, 10).map(entry => entry.title)

test('what begins with the word comes first', () => {
  expect(titles('wolf')).toEqual(['Wolfpack', 'Restart Wolfpack', 'Start Wolfpack'])
  expect(titles('start')).toEqual(['Start Wolfpack', 'Restart Wolfpack'])
})

test('all words must match, in any order and place', () => {
  expect(titles('pack rest')).toEqual(['Restart Wolfpack'])
  expect(titles('minecraft')).toEqual(['Wolfpack'])
  expect(titles('wolf nothing')).toEqual([])
})

test('no words keeps the order, and the limit holds', () => {
  expect(titles('')).toEqual(entries.map(entry => entry.title))
  expect(findEntries(entries, '', 2)).toHaveLength(2)
})
