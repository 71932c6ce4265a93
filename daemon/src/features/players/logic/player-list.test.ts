// Player lists of real games read with patterns, and patterns that nobody should have written.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findPlayers } from './player-list.ts'

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
    const began = performance.now()
    expect(findPlayers(`${'a'.repeat(60)}!`, '^(?<name>(a+)+)$', 'name')).toEqual({ players: [] })
    expect(findPlayers('a'.repeat(60), '^(?<name>(a+)+\\2b)$', 'name')).toEqual({
      problem: expect.stringContaining('too long'),
    })
    expect(performance.now() - began).toBeLessThan(20_000)
  })

  it('refuses what is no expression, has no name, or finds more than anybody can play', () => {
    expect(findPlayers('x', '(?<name>', 'name')).toHaveProperty('problem')
    expect(findPlayers('x', 'x', 'name')).toHaveProperty('problem')
    expect(findPlayers('', '(?<name>)', 'name')).toEqual({ players: [] })
    const many = findPlayers('a '.repeat(20_000), '(?<name>a) ', 'name')
    expect('players' in many && many.players.length).toBe(1_000)
  })
})
