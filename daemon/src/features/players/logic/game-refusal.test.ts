import { describe, expect, test } from 'vitest'
import { isUnknownCommand, quoteAnswer, withoutEcho } from './game-refusal.ts'
import { choosePlayer } from './player-list.ts'

describe('what a game answers', () => {
  test.each([
    'unknown command: frob',
    'Unknown or incomplete command, see below for error',
    "Command 'frobnicate' not found.",
    'Invalid command. Type help',
  ])('%j is a command that the game does not know', answer => {
    expect(isUnknownCommand(answer)).toBe(true)
  })

  test('what people wrote is not taken for the game’s words', () => {
    expect(isUnknownCommand('console: unknown command')).toBe(false)
    expect(isUnknownCommand(withoutEcho('unknown command', 'unknown command', true))).toBe(false)
    expect(withoutEcho('User Ann not found', 'no', false)).toBe('User Ann not found')
    expect(withoutEcho('/kick Ann Kicked Bob', 'Kicked Bob', false)).toBe('/kick Ann …')
  })

  test('an answer is quoted on one line, and not all of a long one', () => {
    expect(quoteAnswer(' a\n\u001b[1mb ')).toBe('it answered: a [1mb')
    expect(quoteAnswer(' \n')).toBe('it answered nothing')
    expect(quoteAnswer('x'.repeat(9_999)).length).toBeLessThan(300)
  })
})

describe('which player is meant', () => {
  const player = (id: string | null, name: string) => ({ id, name, score: null, ping: null, seconds: null })
  const players = [
    player('0', '^1Ann'),
    player('1', 'Bob'),
    player('2', 'bob'),
    player('3', '1'),
    player(null, 'Eve'),
  ]

  test('by id, by name, by a name without its colors', () => {
    expect(choosePlayer(players, '1')).toEqual({ id: '1' })
    expect(choosePlayer(players, 'Bob')).toEqual({ id: '1' })
    expect(choosePlayer(players, 'ann')).toEqual({ id: '0' })
  })

  test('nobody, or more than one', () => {
    for (const wanted of ['Nobody', '', 'Eve', 'Ann; quit'])
      expect(choosePlayer(players, wanted)).toEqual({ problem: expect.stringContaining('is online') })
    expect(choosePlayer(players, 'BOB')).toEqual({ problem: expect.stringContaining('several') })
  })
})
