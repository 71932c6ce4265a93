// Tests of counting players for lists: only while somebody watches, and what does not answer has no count.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LinkRefusal } from '../../platform/panel-link/link-hooks.ts'
import type { GameAnswer } from '../query/logic/read-game-answer.ts'
import { createPlayerCounts } from './player-counts.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const answer = (players: number | null): GameAnswer => ({
  query: { name: null, map: null, version: null, players, max_players: 20, password: null, ping_ms: null },
  players: [],
})

test('players are counted while somebody watches, again and again, and forgotten afterwards', async () => {
  const asked: number[] = []
  let online = 4
  const counts = createPlayerCounts({
    countable: () => [1, 2, 3],
    query: {
      async ask(id) {
        asked.push(id)
        if (id === 2) throw new LinkRefusal('unavailable', 'the game does not answer')
        return answer(id === 3 ? null : online)
      },
    },
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toEqual([])

  const stop = [counts.watch(), counts.watch()]
  await vi.advanceTimersByTimeAsync(0)
  expect(counts.of(1)).toEqual({ players: 4, maxPlayers: 20 })
  expect([counts.of(2), counts.of(3)]).toEqual([null, null])
  online = 5
  await vi.advanceTimersByTimeAsync(15_000)
  expect(counts.of(1)?.players).toBe(5)

  stop[0]?.()
  stop[0]?.()
  await vi.advanceTimersByTimeAsync(15_000)
  const before = asked.length
  stop[1]?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.length).toBe(before)
  expect(counts.of(1)).toBeNull()
})
