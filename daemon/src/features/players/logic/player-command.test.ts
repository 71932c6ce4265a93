// T-101 for player commands: whatever a value holds, the game reads one command with this value in its place.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { type CommandReader, fillPlayerCommand } from './player-command.ts'

const nobody = { player: '', reason: '', message: '' }
const bare = 'kick {player} {reason}'
const quoted = 'kick "{player}" "{reason}"'
const readers: CommandReader[] = ['source', 'goldsource', 'quake3', 'minecraft', 'battleye', 'console']

const kick = (text: string, player: string, reason: string, reader: CommandReader) =>
  fillPlayerCommand(text, { ...nobody, player, reason }, reader)

describe('player commands', () => {
  it.each<[string, string, string, CommandReader, string]>([
    [bare, 'Ann', 'be nice', 'source', 'kick Ann be nice'],
    [bare, 'Ann', '', 'quake3', 'kick Ann'],
    [quoted, 'Ann B', 'be; nice // now', 'source', 'kick "Ann B" "be; nice // now"'],
    [quoted, 'Ann', '', 'goldsource', 'kick "Ann" ""'],
    [bare, 'Ann', 'say "hi"; a\\b', 'minecraft', 'kick Ann say "hi"; a\\b'],
    [bare, '3', 'so; long', 'battleye', 'kick 3 so; long'],
    [bare, '{reason}', 'x', 'source', 'kick {reason} x'],
    ['kick {player}', 'Ünï-cødé_🦢', 'x', 'source', 'kick Ünï-cødé_🦢'],
  ])('T-101 %s with %j and %j for %s becomes %j', (text, player, reason, reader, command) => {
    expect(kick(text, player, reason, reader)).toEqual({ command })
  })

  it.each<[string, string, string, CommandReader]>([
    [bare, 'Ann; quit', '', 'source'],
    [bare, 'Ann', 'x; quit', 'source'],
    [bare, 'Ann', 'x; quit', 'quake3'],
    [bare, 'Ann', 'x; quit', 'goldsource'],
    [bare, 'Ann', 'x; quit', 'console'],
    [bare, 'Ann B', '', 'minecraft'],
    [bare, '', 'x', 'source'],
    [bare, '@a', '', 'minecraft'],
    [quoted, '@e[type=!cow]', '', 'minecraft'],
    [bare, 'Ann', 'a // b', 'source'],
    ['{player} out', '/shutdown', '', 'console'],
    [quoted, 'Ann" "x', '', 'source'],
    [quoted, 'Ann\\', '', 'minecraft'],
    [quoted, 'Ann"', '', 'battleye'],
    ['ban {player} {reason} 0', 'Ann', 'two words', 'battleye'],
    ['ban {player} {reason} 0', 'Ann', '', 'battleye'],
  ])('T-101 %s with %j and %j for %s is refused', (text, player, reason, reader) => {
    expect(kick(text, player, reason, reader)).toHaveProperty('problem')
  })

  it('T-101 a line never ends inside a value, whoever reads it', () => {
    for (const reader of readers) {
      for (const end of ['\n', '\r', '\0', '\u0003', '\u001b', '\u007f', '\u0085', '\u2028', '\u2029']) {
        for (const text of [bare, quoted]) {
          expect(kick(text, `A${end}B`, '', reader)).toHaveProperty('problem')
          expect(kick(text, 'A', `x${end}quit`, reader)).toHaveProperty('problem')
        }
      }
    }
  })

  it('T-101 what is let through is read back as one command with the same values', () => {
    const value = fc.string({
      unit: fc.constantFrom('a', ' ', '"', ';', '\\', '\n', '/', '@', '{player}', 'ß'),
    })
    fc.assert(
      fc.property(value, value, fc.constantFrom(...readers), (player, reason, reader) => {
        const filled = kick(quoted, player, reason, reader)
        if ('command' in filled) expect(readCommands(filled.command)).toEqual([['kick', player, reason]])
        const plain = kick(bare, player, reason, reader)
        if (!('command' in plain) || reader === 'minecraft' || reader === 'battleye') return
        const [words, ...more] = readCommands(plain.command)
        expect(more).toEqual([])
        expect(words?.slice(0, 2)).toEqual(['kick', player])
        expect(words?.slice(2).join(' ')).toBe(reason.split(/ +/).filter(Boolean).join(' '))
      }),
      propertyRuns(5_000),
    )
  })
})

/** As the Quake family reads: semicolons and lines part commands, quotes keep words together, `//` begins a remark. */
function readCommands(text: string): string[][] {
  const commands: string[][] = [[]]
  const tokens = text.matchAll(/"([^"\n]*)"?|\/\/.*|([;\n])|([^\s";]+?(?=\/\/|[\s";]|$))/g)
  for (const [whole, inQuotes, end, word] of tokens) {
    if (end) commands.push([])
    else if (!whole.startsWith('//')) commands.at(-1)?.push(inQuotes ?? word ?? '')
  }
  return commands.filter(words => words.length > 0)
}
