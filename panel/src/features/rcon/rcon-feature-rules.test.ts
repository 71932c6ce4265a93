import { describe, expect, test } from 'vitest'
import { rconFeaturesOf } from './rcon-feature-rules.ts'

describe('what a template offers', () => {
  const rcon = { protocol: 'source', port: 'rcon' } as const
  const players = { by: 'rcon', identify_by: 'name', kick: 'kick {player}' } as const
  const none = { list: false, kick: false, ban: false, message: false }

  test('nothing without RCON and query, commands by console without RCON', () => {
    expect(rconFeaturesOf({}, { hasPassword: true })).toEqual({
      protocol: null,
      console: false,
      players: none,
    })
    expect(rconFeaturesOf({ players }, { hasPassword: true }).players).toEqual(none)
    expect(
      rconFeaturesOf({ players: { ...players, by: 'console' } }, { hasPassword: false }).players,
    ).toEqual({
      ...none,
      kick: true,
    })
  })

  test('RCON without a password is off; the query lists players all the same', () => {
    const query = { game: 'minecraft', port: 'game' } as const
    expect(rconFeaturesOf({ rcon, players, query }, { hasPassword: false })).toEqual({
      protocol: null,
      console: false,
      players: { ...none, list: true },
    })
    expect(rconFeaturesOf({ rcon, players }, { hasPassword: true })).toEqual({
      protocol: 'source',
      console: true,
      players: { ...none, kick: true },
    })
  })
})
