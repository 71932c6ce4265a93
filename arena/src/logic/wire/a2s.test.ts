// A2S requests, challenges and answers.

import { expect, test } from 'vitest'
import { encodePlayers, encodeRules, toDatagrams } from './a2s-answers.ts'
import { challengeFor, challengeWindowMs, isChallengeRight, readQueryRequest } from './a2s-requests.ts'

const head = [0xff, 0xff, 0xff, 0xff]

test('requests are recognised with and without a challenge', () => {
  const summary = Buffer.from([...head, 0x54, ...Buffer.from('Source Engine Query\0')])
  expect(readQueryRequest(summary)).toEqual({ kind: 'summary', challenge: null })
  expect(readQueryRequest(Buffer.concat([summary, Buffer.from([1, 2, 3, 4])]))).toEqual({
    kind: 'summary',
    challenge: 0x04030201,
  })
  expect(readQueryRequest(Buffer.from([...head, 0x55, ...head]))).toEqual({
    kind: 'players',
    challenge: 0xffffffff,
  })
  expect(readQueryRequest(Buffer.from([...head, 0x57]))).toEqual({ kind: 'challenge', challenge: null })
  for (const broken of [[], [1], head, [...head, 0x54], [...head, 0x99], [0, 0, 0, 0, 0x55]]) {
    expect(readQueryRequest(Buffer.from(broken))).toBeNull()
  }
})

test('a challenge fits one address, for this minute and the next', () => {
  const secret = Buffer.from('secret')
  const challenge = challengeFor(secret, '10.0.0.1', 0)
  expect(isChallengeRight(secret, '10.0.0.1', challengeWindowMs, challenge)).toBe(true)
  expect(isChallengeRight(secret, '10.0.0.1', 2 * challengeWindowMs, challenge)).toBe(false)
  expect(isChallengeRight(secret, '10.0.0.2', 0, challenge)).toBe(false)
  expect(isChallengeRight(Buffer.from('other'), '10.0.0.1', 0, challenge)).toBe(false)
  expect(isChallengeRight(secret, '10.0.0.1', 0, null)).toBe(false)
})

test('players and rules have the documented layout', () => {
  const players = encodePlayers([{ name: 'Ann', score: -2, connectedSeconds: 1.5 }])
  expect(players).toEqual(
    Buffer.from([...head, 0x44, 1, 0, 0x41, 0x6e, 0x6e, 0, 0xfe, 0xff, 0xff, 0xff, 0, 0, 0xc0, 0x3f]),
  )
  expect(encodeRules([['a', 'b']])).toEqual(Buffer.from([...head, 0x45, 1, 0, 0x61, 0, 0x62, 0]))
})

test('a long answer is split with the Source header and joins again', () => {
  const answer = encodePlayers(
    Array.from({ length: 100 }, (_, index) => ({
      name: `player-number-${index}`,
      score: index,
      connectedSeconds: 1,
    })),
  )
  const parts = toDatagrams(answer, 0x80000005)
  expect(parts).toHaveLength(Math.ceil(answer.length / 1248))
  parts.forEach((part, number) => {
    expect(part.length).toBeLessThanOrEqual(1400)
    expect(part.readInt32LE(0)).toBe(-2)
    expect(part.readInt32LE(4)).toBe(5)
    expect([part[8], part[9], part.readUInt16LE(10)]).toEqual([parts.length, number, 1248])
  })
  expect(Buffer.concat(parts.map(part => part.subarray(12)))).toEqual(answer)
  expect(toDatagrams(Buffer.alloc(1400), 1)).toHaveLength(1)
})
