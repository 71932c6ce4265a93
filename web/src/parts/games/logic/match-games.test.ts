// Tests of searching in the catalog.

import type { TemplateSummary } from '@rookery/contracts/http/templates.ts'
import { expect, test } from 'vitest'
import { hueOf, initialsOf } from './initials.ts'
import { matchGames, noFilter, tagsOfGames } from './match-games.ts'

const game = (
  slug: string,
  name: string,
  tags: string[],
  source: TemplateSummary['source'] = 'built-in',
) => ({
  id: 1,
  slug,
  name,
  game: name,
  description: '',
  tags,
  process_managers: ['process'],
  icon: null,
  source,
})
const catalog = [
  game('valheim', 'Valheim', ['steam', 'survival']),
  game('minecraft-paper', 'Minecraft: Paper', ['minecraft', 'java']),
  game('arena', 'Arena', ['demo']),
  game('papermario', 'A paper game', ['minecraft'], 'imported'),
]
const slugs = (filter: Partial<typeof noFilter>) =>
  matchGames(catalog, { ...noFilter, ...filter }).map(({ slug }) => slug)

test('the most played come first while nothing is typed, then what does not ship, by name', () => {
  expect(slugs({})).toEqual(['minecraft-paper', 'valheim', 'arena', 'papermario'])
})

test('every word must be found; names that begin with it come first', () => {
  expect(slugs({ searchText: 'MINE paper' })).toEqual(['minecraft-paper', 'papermario'])
  expect(slugs({ searchText: 'mine' })).toEqual(['minecraft-paper', 'papermario'])
  expect(slugs({ searchText: 'nothing' })).toEqual([])
})

test('tag and source narrow it down', () => {
  expect(slugs({ tag: 'minecraft' })).toEqual(['minecraft-paper', 'papermario'])
  expect(slugs({ source: 'imported' })).toEqual(['papermario'])
  expect(tagsOfGames(catalog)).toEqual(['minecraft', 'demo', 'java', 'steam', 'survival'])
})

test('a game keeps its color and its letters', () => {
  expect(hueOf('arena')).toBe(hueOf('arena'))
  expect(initialsOf('Minecraft: Paper')).toBe('MP')
  expect(initialsOf('7 Days to Die')).toBe('7D')
  expect(initialsOf("Garry's Mod")).toBe('GM')
})
