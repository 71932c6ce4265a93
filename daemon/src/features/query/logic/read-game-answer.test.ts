// What the query library tells, read into what we show, whatever is missing or odd.

import { gamePlayer, gameQuery } from '@rookery/contracts/players.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGameAnswer } from './read-game-answer.ts'

describe('a game’s answer', () => {
  it('is read as the library gives it for Source games', () => {
    const raw = {
      name: ' Arena\u0007 ',
      map: 'office',
      version: '1.0',
      password: false,
      numplayers: 3,
      maxplayers: 16,
      ping: 1.26,
      players: [
        { name: 'Ann', raw: { score: 4, time: 12.34 } },
        { name: '', raw: {} },
      ],
      bots: [{ name: 'Bot' }],
    }
    expect(readGameAnswer(raw)).toEqual({
      query: {
        name: 'Arena',
        map: 'office',
        version: '1.0',
        players: 2,
        max_players: 16,
        password: false,
        ping_ms: 1.3,
      },
      players: [{ name: 'Ann', id: null, score: 4, ping: null, seconds: 12.3 }],
    })
  })

  it('is read for Minecraft and Quake 3', () => {
    const minecraft = {
      version: 'undefined',
      raw: { version: { name: '1.20' }, description: { text: '', extra: [{ text: 'A ' }, '§aServer'] } },
    }
    expect(readGameAnswer(minecraft).query).toMatchObject({ name: 'A Server', version: '1.20', map: null })
    const quake = { password: '1', maxplayers: '8', players: [{ name: 'Ann', raw: { frags: 3, ping: 40 } }] }
    expect(readGameAnswer(quake)).toMatchObject({
      query: { password: true, max_players: 8, players: null },
      players: [{ score: 3, ping: 40 }],
    })
  })

  it('fits the contract whatever the game says', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (some, more, players) => {
        const answers = [
          some,
          { name: some, raw: more, players, bots: more, numplayers: some, version: more },
        ]
        for (const raw of answers) {
          const { query, players: read } = readGameAnswer(raw)
          expect(gameQuery.safeParse(query).success).toBe(true)
          for (const player of read) expect(gamePlayer.safeParse(player).success).toBe(true)
        }
      }),
    )
  })
})
