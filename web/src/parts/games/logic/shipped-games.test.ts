// Tests of the shipped games: every one has a drawn mark, and the file of marks stays small and plain.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { markOf, popularityOf } from './shipped-games.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'templates')
const shipped = readdirSync(folder)
  .filter(name => name.endsWith('.yaml'))
  .map(name => basename(name, '.yaml'))
const marks = readFileSync(join(import.meta.dirname, '..', 'game-marks.svg'), 'utf8')
const drawn = [...marks.matchAll(/<symbol id="([^"]+)"/g)].map(([, slug = '']) => slug)

test('every shipped template has a mark and a place in the order, and nothing else has', () => {
  expect(drawn.toSorted()).toEqual(shipped.toSorted())
  for (const slug of shipped) expect(markOf(slug)?.slug, slug).toBe(slug)
  expect(new Set(shipped.map(popularityOf)).size).toBe(shipped.length)
  expect(popularityOf('no-such-game')).toBe(shipped.length)
})

test('a copy shows the mark of what it began as, and a stranger shows none', () => {
  expect(markOf('valheim-copy')?.slug).toBe('valheim')
  expect(markOf('minecraft-paper-for-friends')?.slug).toBe('minecraft-paper')
  expect(markOf('valheimish')).toBeNull()
  expect(markOf('minecraft')).toBeNull()
  expect(markOf('')).toBeNull()
})

test('marks take their colors from the page and bring no styles or scripts', () => {
  expect(marks.length).toBeLessThan(9_000)
  expect(marks).not.toMatch(/<(style|script|image|text|a)\b|\bstyle=|\bon\w+=/)
  const colors = [...marks.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, color]) => color)
  expect(new Set(colors)).toEqual(new Set(['currentColor']))
})
