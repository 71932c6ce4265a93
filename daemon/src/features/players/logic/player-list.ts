// Reads the players out of a game's answer with the template's pattern, one match per player by named groups, and says
// which of them is meant by what a person or program wrote.

import type { GamePlayer, PlayerBan } from '@rookery/contracts/players.ts'
import type { PlayerControl } from '@rookery/contracts/template/control.ts'
import { compilePattern, type Pattern, PatternTooSlow } from '@rookery/primitives/patterns/pattern.ts'
import { withoutColors } from '../../recent-players/seen-player-rules.ts'
import { isInAnswer, quoteAnswer } from './game-refusal.ts'

const [playersLimit, bansLimit] = [1_000, 2_000]
const textLimit = 200

type FoundPlayers = { players: GamePlayer[] } | { problem: string }

/** Tries a template's player pattern on an answer; a pattern that takes too long is given up. */
export function findPlayers(
  answer: string,
  pattern: string,
  identifyBy: PlayerControl['identify_by'],
): FoundPlayers {
  const found = findGroups(answer, pattern, playersLimit, 'players')
  if ('problem' in found) return found
  return { players: found.groups.flatMap(groups => playerOf(groups, identifyBy) ?? []) }
}

type FoundBans = { bans: PlayerBan[] } | { problem: string }

/** The same for who is banned; an answer that is neither a list nor an empty one is a problem. */
export function findBans(
  answer: string,
  { pattern, none }: Pick<NonNullable<PlayerControl['bans']>, 'pattern' | 'none'>,
): FoundBans {
  const found = findGroups(answer, pattern, bansLimit, 'bans')
  if ('problem' in found) return found
  const bans = found.groups.flatMap(groups => {
    const id = clean(groups.id)
    // Who was banned without ever having been here may have no name.
    const name = clean(groups.name) ?? id
    return name === null ? [] : [{ name, id, reason: clean(groups.reason) }]
  })
  if (bans.length === 0 && none !== undefined && !isInAnswer(answer, none)) {
    return { problem: `the game’s list of bans cannot be read; ${quoteAnswer(answer)}` }
  }
  return { bans }
}

/** What the pattern finds in the answer, each as its named groups. */
function findGroups(
  answer: string,
  pattern: string,
  limit: number,
  what: 'players' | 'bans',
): { groups: PlayerGroups[] } | { problem: string } {
  const expression = compilePlayerPattern(pattern)
  if (!expression) return { problem: `the template’s pattern for ${what} cannot be used` }
  const groups: PlayerGroups[] = []
  try {
    for (const { named } of expression.matchAll(answer)) if (groups.push(named) >= limit) break
  } catch (error) {
    if (!(error instanceof PatternTooSlow)) throw error
    return { problem: `the template’s pattern for ${what} takes too long on this answer` }
  }
  return { groups }
}

/** Null when it is no expression, or one without the group that every player needs. */
function compilePlayerPattern(pattern: string): Pattern | null {
  return pattern.includes('(?<name>') ? compilePattern(pattern, 'm') : null
}

type PlayerGroups = Record<string, string | undefined>

function playerOf(groups: PlayerGroups, identifyBy: PlayerControl['identify_by']): GamePlayer | null {
  const name = clean(groups.name)
  if (name === null) return null
  return {
    name,
    id: identifyBy === 'name' ? name : clean(groups.id),
    score: numberOf(groups.score),
    ping: numberOf(groups.ping),
    seconds: secondsOf(groups.seconds),
  }
}

function clean(text: string | undefined): string | null {
  const read = (text ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, textLimit)
  return read === '' ? null : read
}

function numberOf(text: string | undefined): number | null {
  const read = Number.parseFloat(text ?? '')
  return Number.isFinite(read) ? read : null
}

/** Seconds, or a clock: `5:12`, `1:02:33`. */
function secondsOf(text: string | undefined): number | null {
  if (text === undefined || !/^\d+(:\d+){0,3}(\.\d+)?$/.test(text)) return null
  return Math.floor(text.split(':').reduce((total, part) => total * 60 + Number(part), 0))
}

type ChosenPlayer = { id: string } | { problem: string }

/** By id or name: an id wins over a name, the exact name over one in another case or without the colors that Quake puts into names. */
export function choosePlayer(
  players: readonly Pick<GamePlayer, 'id' | 'name'>[],
  wanted: string,
  nobody = `no player ${JSON.stringify(wanted)} is online`,
): ChosenPlayer {
  const usable = players.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))
  const byId = usable.find(({ id }) => id === wanted)
  if (byId) return { id: byId.id }
  const readings = [(name: string) => name, (name: string) => withoutColors(name).toLowerCase()]
  for (const read of readings) {
    const found = usable.filter(({ name }) => read(name) === read(wanted))
    const [first, ...more] = found
    if (first && more.length === 0) return { id: first.id }
    if (first) return { problem: `several players are called ${JSON.stringify(wanted)}: name one by its id` }
  }
  return { problem: nobody }
}
