// Player lists of real games read with patterns, and patterns that nobody should have written.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { processorMsOf } from '../../../../../test-services/processor-time.ts'
import { findBans, findPlayers } from './player-list.ts'

const catalog = (name: string) => {
  const file = join(import.meta.dirname, '../../../../../templates', `${name}.yaml`)
  return parse(readFileSync(file, 'utf8')).players
}

describe('finding bans with the patterns of the catalog', () => {
  const names = (answer: string, game: string) => findBans(answer, catalog(game).bans)

  it.each([
    [
      'arena',
      'Ann\nBob_1\n',
      [{ name: 'Ann', id: null, reason: null }, { name: 'Bob_1' }],
      'Nobody is banned.',
    ],
    [
      'minecraft-vanilla',
      `[12:00:01] [Server thread/INFO]: There are 2 ban(s):
[12:00:01] [Server thread/INFO]: Ann was banned by Rcon: spawn camping: twice
[12:00:01] [Server thread/INFO]: <Eve> Bob was banned by Rcon: a joke
[12:00:01] [Server thread/INFO]: .Bedrock_1 was banned by Server: Banned by an operator.`,
      [
        { name: 'Ann', id: null, reason: 'spawn camping: twice' },
        { name: '.Bedrock_1', reason: 'Banned by an operator.' },
      ],
      '[12:00:01] [Server thread/INFO]: There are no bans',
    ],
    [
      'minecraft-paper',
      '[12:00:01 INFO]: There are 1 ban(s):\n[12:00:01 INFO]: Ann was banned by Server: x\r\n',
      [{ name: 'Ann', id: null, reason: 'x' }],
      '[12:00:01 INFO]: There are no bans',
    ],
    [
      'team-fortress-2',
      'ID filter list: 2 entries\n1 STEAM_1:0:11101 : permanent\n2 [U:1:400] : 30.000 min\n',
      [{ name: 'STEAM_1:0:11101' }, { name: '[U:1:400]' }],
      'ID filter list: empty\n',
    ],
    [
      'rust',
      '1 76561198000000001 "Ann" "spawn camping"\n2 76561198000000002 "" ""\n',
      [
        { name: 'Ann', id: '76561198000000001', reason: 'spawn camping' },
        { name: '76561198000000002', reason: null },
      ],
      '',
    ],
    [
      'openttd',
      'Banlist:\n  1) 192.0.2.7\n  2) 2001:db8::1\n',
      [{ name: '192.0.2.7' }, { name: '2001:db8::1' }],
      'Banlist:\n',
    ],
  ])('%s', (game, answer, bans, empty) => {
    const found = names(answer, game)
    expect(found).toMatchObject({ bans })
    expect('bans' in found && found.bans).toHaveLength(bans.length)
    expect(names(empty, game)).toEqual({ bans: [] })
  })

  it('an answer that is neither a list nor an empty one is no empty list', () => {
    const old =
      '[12:00:01] [Server thread/INFO]: There are 1 total banned players:\n[12:00:01] [Server thread/INFO]: Ann'
    expect(names(old, 'minecraft-vanilla')).toEqual({
      problem: expect.stringContaining('cannot be read; it answered'),
    })
    expect(findBans('x', { pattern: '(' })).toHaveProperty('problem')
  })
})

describe('finding players', () => {
  it('reads the arena, Minecraft and Source', () => {
    const arena = `Players (2/16)
- Ann points=2 kills=3 deaths=1 health=74 seconds=192 address=127.0.0.1
- Bob points=-1 kills=0 deaths=4 health=100 seconds=7 address=::1
`
    const arenaPattern =
      '^- (?<name>\\S+) points=(?<score>-?\\d+) .*seconds=(?<seconds>\\d+) address=(?<address>\\S+)$'
    expect(findPlayers(arena, arenaPattern, 'name')).toEqual({
      players: [
        { name: 'Ann', id: 'Ann', score: 2, ping: null, seconds: 192 },
        { name: 'Bob', id: 'Bob', score: -1, ping: null, seconds: 7 },
      ],
    })
    const minecraft = 'There are 2 of a max of 20 players online: Ann, Bob_1'
    expect(findPlayers(minecraft, '(?:online: |, )(?<name>\\w{1,16})', 'name')).toMatchObject({
      players: [{ name: 'Ann' }, { name: 'Bob_1' }],
    })
    const source = '# 12 "Ann "the" Ace" STEAM_1:0:123 05:12 60 0 active\n# 13 "Bot" BOT active\n'
    const sourcePattern =
      '^#\\s+(?<id>\\d+) "(?<name>.*)" STEAM_\\S+ (?<seconds>[\\d:]+) (?<ping>\\d+) \\d+ \\w+$'
    expect(findPlayers(source, sourcePattern, 'id')).toEqual({
      players: [{ name: 'Ann "the" Ace', id: '12', score: null, ping: 60, seconds: 312 }],
    })
  })

  it('reads what servers of the Quake family say with the pattern of the catalog', () => {
    const file = join(import.meta.dirname, '../../../../../templates/quake3.yaml')
    const { list } = parse(readFileSync(file, 'utf8')).players
    const status = `cl score ping name            address                                 rate 
-- ----- ---- --------------- --------------------------------------- -----
 0    17   42 ^1Ann           ^7127.0.0.1:4711                          25000
 1     0    0 Old Sarge       ^7bot                                     16384
`
    const ann = { id: '0', score: 17, ping: 42, name: '^1Ann' }
    expect(findPlayers(status, list.pattern, 'id')).toMatchObject({
      players: [ann, { id: '1', name: 'Old Sarge' }],
    })
  })

  it('gives up a pattern that backtracks for ever', () => {
    const tookMs = processorMsOf(() => {
      expect(findPlayers(`${'a'.repeat(60)}!`, '^(?<name>(a+)+)$', 'name')).toEqual({ players: [] })
      expect(findPlayers('a'.repeat(60), '^(?<name>(a+)+\\2b)$', 'name')).toEqual({
        problem: expect.stringContaining('too long'),
      })
    })
    expect(tookMs).toBeLessThan(20_000)
  })

  it('refuses what is no expression, has no name, or finds more than anybody can play', () => {
    expect(findPlayers('x', '(?<name>', 'name')).toHaveProperty('problem')
    expect(findPlayers('x', 'x', 'name')).toHaveProperty('problem')
    expect(findPlayers('', '(?<name>)', 'name')).toEqual({ players: [] })
    const many = findPlayers('a '.repeat(20_000), '(?<name>a) ', 'name')
    expect('players' in many && many.players.length).toBe(1_000)
  })
})
