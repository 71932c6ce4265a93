import { describe, expect, test } from 'vitest'
import { rconFeaturesOf } from './rcon-feature-rules.ts'

describe('what a template offers', () => {
  const rcon = { protocol: 'source', port: 'rcon' } as const
  const players = { by: 'rcon', identify_by: 'name', kick: 'kick {player}' } as const
  const none = { list: false, kick: false, ban: false, bans: false, unban: false, message: false }

  test('nothing without RCON and query, commands by console without RCON', () => {
    expect(rconFeaturesOf({}, { hasPassword: true })).toEqual({
      protocol: null,
      console: false,
      commands: [],
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
      commands: [],
      players: { ...none, list: true },
    })
    expect(rconFeaturesOf({ rcon, players }, { hasPassword: true })).toEqual({
      protocol: 'source',
      console: true,
      commands: [],
      players: { ...none, kick: true },
    })
  })

  test('bans are listed by RCON or by the console, whichever the template says', () => {
    const own = { ...players, unban: 'unban {player}', bans: { command: 'bans', pattern: '(?<name>.+)' } }
    const of = (bans: typeof own.bans & { by?: 'console' }, hasPassword: boolean) =>
      rconFeaturesOf({ rcon, players: { ...own, bans } }, { hasPassword }).players
    expect(of(own.bans, true)).toMatchObject({ bans: true, unban: true })
    expect(of(own.bans, false)).toMatchObject({ bans: false, unban: false })
    expect(of({ ...own.bans, by: 'console' }, false)).toMatchObject({ bans: true, unban: false })
  })

  test('known commands are the list of players and what the protocol always answers', () => {
    const listed = { ...players, list: { command: 'list', pattern: '(?<name>.+)' } } as const
    const of = (protocol: 'source' | 'minecraft', by: 'rcon' | 'console' = 'rcon') =>
      rconFeaturesOf({ rcon: { ...rcon, protocol }, players: { ...listed, by } }, { hasPassword: true })
        .commands
    expect(of('source')).toEqual(['list'])
    expect(of('source', 'console')).toEqual([])
    expect(of('minecraft')).toEqual(['list', 'seed', 'time query day', 'help'])
  })
})
