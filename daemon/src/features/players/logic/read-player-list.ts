// Reads the players out of a game's answer with the template's pattern: one match per player, by named groups.

import type { GamePlayer } from '@rookery/contracts/players.ts'
import type { PlayerControl } from '@rookery/contracts/template/control.ts'
import { compilePattern, type Pattern } from '@rookery/primitives/patterns/pattern.ts'

export const playersLimit = 1_000
const textLimit = 200

/** Null when it is no expression, or one without the group that every player needs. */
export function compilePlayerPattern(pattern: string): Pattern | null {
  return pattern.includes('(?<name>') ? compilePattern(pattern, 'm') : null
}

export type PlayerGroups = Record<string, string | undefined>

export function playerOf(groups: PlayerGroups, identifyBy: PlayerControl['identify_by']): GamePlayer | null {
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
