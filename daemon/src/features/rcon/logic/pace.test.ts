import { expect, test } from 'vitest'
import { freshPace, nextTurn } from './pace.ts'

test('a few commands go at once, further ones as quickly as the game takes them', () => {
  let pace = freshPace
  const waits = Array.from({ length: 12 }, () => {
    const turn = nextTurn(pace, 1_000)
    pace = turn.pace
    return turn.waitMs
  })
  expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1_050, 2_100, 3_150, 4_200])
  expect(nextTurn(pace, 60_000).waitMs).toBe(0)
})
