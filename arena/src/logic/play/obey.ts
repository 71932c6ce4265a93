// One line typed by a player, carried out.

import { attack } from '../fight/attack.ts'
import { answerDuel, chooseMove, offerDuel } from '../fight/duel.ts'
import { feint, raiseGuard } from '../fight/guard.ts'
import { shove } from '../fight/shove.ts'
import type { Duel, Fighter } from '../stage/arena-state.ts'
import { capitalised } from '../stage/narration.ts'
import { duelOf, pick, type Turn, tell } from '../stage/turn.ts'
import { drink, feedGoose, take } from './belongings.ts'
import { helpLines, scores, who } from './boards.ts'
import { look, tellCondition } from './look.ts'
import { gesture, gestures, say, shout, taunt } from './talk.ts'
import { type Action, type Command, parseCommand } from './verbs.ts'
import { findWay, walk } from './walk.ts'

type Deed = (turn: Turn, fighter: Fighter, rest: string, hallOfFame: string[]) => void

/** What even the dead and the duelling may do. */
const talk: Partial<Record<Action, Deed>> = {
  say,
  shout,
  taunt,
  who,
  scores: (turn, fighter, _, hallOfFame) => scores(turn, fighter, hallOfFame),
  help: (turn, fighter) => tell(turn, fighter, helpLines.join('\r\n')),
  quit: (turn, fighter) => void turn.facts.push({ kind: 'quit', fighterId: fighter.id }),
  look,
  condition: tellCondition,
}

const deeds: Partial<Record<Action, Deed>> = {
  go,
  take,
  drink,
  feed: feedGoose,
  attack,
  strike: attack,
  parry: raiseGuard,
  feint,
  shove(turn, fighter, rest) {
    const pushed = shove(turn, fighter, rest)
    if (pushed) look(turn, pushed)
  },
  duel: offerDuel,
  accept: (turn, fighter) => answerDuel(turn, fighter, true),
  decline: (turn, fighter) => answerDuel(turn, fighter, false),
}

export function obey(turn: Turn, fighter: Fighter, line: string, hallOfFame: string[]) {
  const command = parseCommand(line)
  if (command.word === '') return
  const said = command.action && talk[command.action]
  if (said) return said(turn, fighter, command.rest, hallOfFame)
  if (fighter.deadUntilMs !== null)
    return tell(turn, fighter, 'You are busy being dead. Talking still works.')
  const gestureLine = gestures.get(command.word)
  if (gestureLine) return gesture(turn, fighter, gestureLine)
  const duel = duelOf(turn.arena, fighter)
  if (duel) return obeyInDuel(turn, fighter, duel, command)
  const deed = command.action && deeds[command.action]
  if (deed) return deed(turn, fighter, command.rest, hallOfFame)
  guess(turn, fighter, command.word, line)
}

function obeyInDuel(turn: Turn, fighter: Fighter, duel: Duel, { action }: Command) {
  const move = action === 'attack' ? 'strike' : action
  if (move === 'strike' || move === 'parry' || move === 'feint') return chooseMove(turn, fighter, duel, move)
  tell(turn, fighter, 'You are in a duel: strike, parry or feint.')
}

function go(turn: Turn, fighter: Fighter, wish: string) {
  const direction = findWay(turn, fighter, wish)
  if (direction) return walk(turn, fighter, direction)
  tell(turn, fighter, wish === '' ? 'Go where?' : `You know no way from here to "${wish}".`)
}

function guess(turn: Turn, fighter: Fighter, word: string, line: string) {
  const direction = findWay(turn, fighter, line)
  if (direction) return walk(turn, fighter, direction)
  const far = turn.arena.map.rooms.find(room => room.name.toLowerCase().endsWith(line.toLowerCase()))
  if (far && line.length > 2) return tell(turn, fighter, `${capitalised(far.name)} is not next door.`)
  tell(
    turn,
    fighter,
    pick(turn, puzzled).replace('%', () => word.slice(0, 20)),
  )
}

const puzzled = [
  'You try to %. It does not catch on. ("help" has a list.)',
  '"%" is not a fighting style anybody here knows. ("help" has a list.)',
  'The crowd wonders what "%" was meant to be. ("help" has a list.)',
]
