// Tests of whom a node remembers.

import { expect, test } from 'vitest'
import { seenNow } from './seen-player-rules.ts'

const day = 24 * 60 * 60_000
const now = 100 * day

test('who is there now comes first, and who has left stays with the time when the player was seen', () => {
  const first = seenNow([], ['Ann', 'Bob'], now)
  expect(seenNow(first, ['Bob', 'Cat'], now + 5)).toEqual([
    { name: 'Bob', lastSeenMs: now + 5 },
    { name: 'Cat', lastSeenMs: now + 5 },
    { name: 'Ann', lastSeenMs: now },
  ])
})

test('after thirty days a player is forgotten', () => {
  const seen = seenNow([], ['Ann'], now)
  expect(seenNow(seen, [], now + 30 * day)).toHaveLength(1)
  expect(seenNow(seen, [], now + 30 * day + 1)).toEqual([])
})

test('fifty are remembered: the latest, and of a larger crowd those who were known before', () => {
  const crowd = Array.from({ length: 60 }, (_, at) => `p${at}`)
  const seen = seenNow(seenNow([], ['old'], now), crowd, now + 1)
  expect(seen).toHaveLength(50)
  expect(seen.some(({ name }) => name === 'old')).toBe(false)
  const again = seenNow(seen, crowd.toReversed(), now + 2)
  expect(again.map(({ name }) => name).toSorted()).toEqual(seen.map(({ name }) => name).toSorted())
})

test('a name in colors is the same player, and nobody is no player', () => {
  const seen = seenNow(seenNow([], ['^1Ann'], now), ['Ann', '', 'Anonymous Player'], now + 1)
  expect(seen).toEqual([{ name: 'Ann', lastSeenMs: now + 1 }])
})
