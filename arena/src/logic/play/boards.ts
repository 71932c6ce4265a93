// Lists that players ask for: who is here, the scores, and help.

import type { Fighter } from '../stage/arena-state.ts'
import { roundBoard } from '../stage/rounds.ts'
import { people, type Turn, tell } from '../stage/turn.ts'
import { roomOf } from '../world/arena-map.ts'

export function who(turn: Turn, fighter: Fighter): void {
  const present = people(turn.arena)
  tell(turn, fighter, `${present.length} in the arena, and one goose:`)
  for (const each of present) {
    const place =
      each.deadUntilMs === null ? `in ${roomOf(turn.arena.map, each.roomId).name}` : 'dead, briefly'
    const streak = each.streak >= 2 ? `, ${each.streak} in a row` : ''
    tell(
      turn,
      fighter,
      `  ${each.name} ${place} (${each.points} points${streak})${each === fighter ? ' - you' : ''}`,
    )
  }
}

export function scores(turn: Turn, fighter: Fighter, hallOfFame: string[]): void {
  tell(turn, fighter, `Round ${turn.arena.round}:`)
  for (const line of roundBoard(turn)) tell(turn, fighter, line)
  tell(turn, fighter, 'Hall of fame (wins, kills, deaths, best streak):')
  for (const line of hallOfFame) tell(turn, fighter, line)
  if (hallOfFame.length === 0) tell(turn, fighter, '  Nobody yet. Lower your expectations and begin.')
}

export const helpLines = [
  'Walk      n, e, s, w, or the name of a room; "look" (l)',
  'Fight     attack NAME (a; hit, stab, bonk, slap ... all work; no name = whoever is nearest)',
  '          parry        the next attack on you bounces and hurts its owner',
  '          feint NAME   does nothing much, unless NAME is in a parry',
  '          shove NAME   out of the door, or into whatever the room has to offer',
  'Duel      duel NAME, accept, decline; then strike, parry or feint',
  'Things    get ITEM (g), drink (d), feed goose (with a baguette), me (health and belongings)',
  "Talk      say TEXT (or 'TEXT), shout TEXT (or !TEXT), taunt NAME",
  '          bow, dance, laugh, cry, wave, flex, honk, faint',
  'Lists     who, scores, help, quit',
]
