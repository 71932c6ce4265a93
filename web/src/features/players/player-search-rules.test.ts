// Tests of finding players.

import { expect, test } from 'vitest'
import { findPlayers, isSearchable } from './player-search-rules.ts'

const player = (name: string, id: string | null) => ({ name, id, score: null, ping: null, seconds: null })
const players = [player('Ann', 'STEAM_1:0:11101'), player('Grüße', null), player('annika', '7')]

test('players are found by name or id, whatever the case', () => {
  const names = (searchText: string) => findPlayers(players, searchText).map(({ name }) => name)
  expect(names(' ANN ')).toEqual(['Ann', 'annika'])
  expect(names('steam_1')).toEqual(['Ann'])
  expect(names('grüsse')).toEqual([])
  expect(names('')).toHaveLength(3)
})

test('a few players need no search, unless one has been begun', () => {
  expect(isSearchable(players, '')).toBe(false)
  expect(isSearchable(players, 'a')).toBe(true)
  expect(
    isSearchable(
      Array.from({ length: 8 }, (_, at) => player(`p${at}`, null)),
      '',
    ),
  ).toBe(true)
})
