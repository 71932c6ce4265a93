// Reads the players out of a game's answer with the template's pattern, one match per player by named groups, and says
// which of them is meant by what a person or program wrote.

import type { GamePlayer } from '@rookery/contracts/players.ts'
import type { PlayerControl } from '@rookery/contracts/template/control.ts'
import { compilePattern, type Pattern, PatternTooSlow } from '@rookery/primitives/patterns/pattern.ts'

const playersLimit = 1_000
const textLimit = 200

type FoundPlayers = { players: GamePlayer[] } | { problem: string }

/** Tries a template's player pattern on an answer; a pattern that takes too long is given up. */
export function findPlayers(
  answer: string,
  pattern: string,
  identifyBy: PlayerControl['identify_by'],
): FoundPlayers {
  const expression = compilePlayerPattern(pattern)
  if (!expression) return { problem: 'the template’s pattern for players cannot be used' }
  const found: PlayerGroups[] = []
  try {
    for (const { named } of expression.matchAll(answer)) if (found.push(named) >= playersLimit) break
  } catch (error) {
    if (!(error instanceof PatternTooSlow)) throw error
    return { problem: 'the template’s pattern for players takes too long on this answer' }
  }
  return { players: found.flatMap(groups => playerOf(groups, identifyBy) ?? []) }
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
export function choosePlayer(players: readonly GamePlayer[], wanted: string): ChosenPlayer {
  const usable = players.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))
  const byId = usable.find(({ id }) => id === wanted)
  if (byId) return { id: byId.id }
  const readings = [
    (name: string) => name,
    (name: string) => name.replaceAll(/\^[0-9a-z]/gi, '').toLowerCase(),
  ]
  for (const read of readings) {
    const found = usable.filter(({ name }) => read(name) === read(wanted))
    const [first, ...more] = found
    if (first && more.length === 0) return { id: first.id }
    if (first) return { problem: `several players are called ${JSON.stringify(wanted)}: name one by its id` }
  }
  return { problem: `no player ${JSON.stringify(wanted)} is online` }
}
