// Coming in, one line typed by a player, the passing of time, and leaving.

import {
  addFighter,
  type Fighter,
  freshBody,
  fullHealth,
  people,
  pointsToWin,
  type Turn,
  tell,
  tellAll,
} from './arena-state.ts'
import { openMap, roundBoard, strike } from './strike.ts'

export const tickMs = 500

const helpLines = [
  'look             where you are and who is here',
  'attack NAME      (or a, hit, bonk; no name: whoever is nearest)',
  "say TEXT         (or shout, or 'TEXT)",
  'who, scores, help, quit',
]

export function enter(turn: Turn, name: string): Fighter {
  const { arena } = turn
  const fighter = addFighter(arena, 'person', name, turn.nowMs)
  tell(turn, fighter, `Welcome to ${arena.map.title}, ${name}.`)
  tell(turn, fighter, `First to ${pointsToWin} points wins the round. Type "help" if lost, "a" to attack.`)
  tellAll(turn, `*** ${name} enters the arena to scattered applause.`, fighter)
  look(turn, fighter)
  return fighter
}

export function leave(turn: Turn, fighter: Fighter): void {
  const { arena } = turn
  arena.fighters.delete(fighter.id)
  if (arena.grudgeId === fighter.id) arena.grudgeId = null
  tellAll(turn, `*** ${fighter.name} has left the arena.`)
  // So that nobody walks into a round that others have half won.
  if (people(arena).length === 0) openMap(turn, arena.map)
}

type Action = (turn: Turn, fighter: Fighter, rest: string, hallOfFame: string[]) => void

const actions: [words: string, action: Action][] = [
  ['look l', look],
  ['attack a hit bonk kill', attack],
  ['say shout !', say],
  ['who players', (turn, fighter) => list(turn, fighter, people(turn.arena).map(statusOf))],
  ['scores score top', scores],
  ['help h ?', (turn, fighter) => list(turn, fighter, helpLines)],
  ['quit exit bye', (turn, fighter) => void turn.facts.push({ kind: 'quit', fighterId: fighter.id })],
]
const actionOf = new Map(
  actions.flatMap(([words, action]) => words.split(' ').map(word => [word, action] as const)),
)

export function obey(turn: Turn, fighter: Fighter, line: string, hallOfFame: string[]) {
  const [, quick, first = '', rest = ''] = /^(['!]?)\s*(\S*)\s*(.*)$/s.exec(line) ?? []
  if (quick) return say(turn, fighter, `${first} ${rest}`.trim())
  if (first === '') return
  const action = actionOf.get(first.toLowerCase())
  if (action) return action(turn, fighter, rest.trim(), hallOfFame)
  tell(turn, fighter, `Nobody here knows how to "${first.slice(0, 20)}". ("help" has a list.)`)
}

/** Brings back the dead, and lets the goose bite whoever hit it. */
export function passTime(turn: Turn): void {
  const { arena, nowMs } = turn
  for (const fighter of arena.fighters.values()) {
    if (fighter.deadUntilMs === null || fighter.deadUntilMs > nowMs) continue
    Object.assign(fighter, freshBody())
    tell(turn, fighter, `You are alive again, with ${fullHealth} health and no hard feelings.`)
    tellAll(turn, `${fighter.name} is back, good as new.`, fighter)
  }
  const enemy = arena.grudgeId === null ? undefined : arena.fighters.get(arena.grudgeId)
  const goose = [...arena.fighters.values()].find(({ kind }) => kind === 'goose')
  const isBiting = goose && enemy && goose.deadUntilMs === null && enemy.deadUntilMs === null
  if (isBiting && goose.readyAtMs <= nowMs) strike(turn, goose, enemy)
}

function look(turn: Turn, fighter: Fighter): void {
  const { arena } = turn
  const others = [...arena.fighters.values()].filter(other => other !== fighter)
  list(turn, fighter, [`== ${arena.map.title} ==`, arena.map.look, 'Here are:', ...others.map(statusOf)])
}

function attack(turn: Turn, fighter: Fighter, rest: string) {
  if (fighter.deadUntilMs !== null)
    return tell(turn, fighter, 'You are busy being dead. Talking still works.')
  const waitMs = fighter.readyAtMs - turn.nowMs
  if (waitMs > 0)
    return tell(turn, fighter, `Not yet: ${(waitMs / 1000).toFixed(1)} s until you have your breath.`)
  const name = rest.toLowerCase().replace(/^the /, '')
  const living = [...turn.arena.fighters.values()].filter(
    other => other !== fighter && other.deadUntilMs === null,
  )
  const named = living.filter(other => other.name.toLowerCase().replace(/^the /, '').startsWith(name))
  const [nearest] =
    name === '' ? living.toSorted((a, b) => Number(a.kind === 'goose') - Number(b.kind === 'goose')) : named
  if (nearest) return strike(turn, fighter, nearest)
  tell(turn, fighter, name === '' ? 'There is nobody to attack.' : `There is no "${rest}" here to attack.`)
}

function say(turn: Turn, fighter: Fighter, text: string) {
  if (text === '') return tell(turn, fighter, 'Say what?')
  tell(turn, fighter, `You shout: ${text}`)
  tellAll(turn, `${fighter.name} shouts: ${text}`, fighter)
  turn.facts.push({ kind: 'log', text: `<${fighter.name}> ${text}` })
}

function scores(turn: Turn, fighter: Fighter, _rest: string, hallOfFame: string[]): void {
  const { arena } = turn
  const rows = hallOfFame.length > 0 ? hallOfFame : ['  Nobody yet. Lower your expectations and begin.']
  list(turn, fighter, [`Round ${arena.round}:`, ...roundBoard(arena), 'Hall of fame:', ...rows])
}

function list(turn: Turn, fighter: Fighter, lines: string[]): void {
  for (const line of lines) tell(turn, fighter, line)
}

function statusOf({ name, points, health }: Fighter): string {
  return `  ${name} (${points} points, ${health === 0 ? 'dead, briefly' : `health ${health}`})`
}
