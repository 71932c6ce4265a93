// A swing and what follows from it: lost health, a death, a point, the end of a round.

import {
  type Arena,
  capitalized,
  type Fighter,
  freshBody,
  people,
  pick,
  pointsToWin,
  type Turn,
  tell,
  tellAll,
} from './arena-state.ts'
import { type ArenaMap, mapAfter } from './maps.ts'

const cooldownMs = 1_300
export const deathMs = 4_000
const hitChance = 0.75
const damage = { least: 7, most: 21 }

/** What the attacker reads, and what everybody else does. */
type Blow = [you: string, they: string]

const hits: Blow[] = [
  ['BONG. You introduce # to a frying pan.', 'BONG. @ introduces # to a frying pan.'],
  ['You slap # with a rubber chicken.', '@ slaps # with a rubber chicken.'],
  ['You break bread with #. Over the head.', '@ breaks bread with #. Over the head.'],
]
const bites: Blow[] = [['', '@ bites # and honks for applause.']]
const misses: Blow[] = [
  ['You swing at # and hit only the moment.', '@ swings at # and hits only the moment.'],
  ['You punch the wall beside #. The wall wins.', '@ punches the wall beside #. The wall wins.'],
]
const consolations = ['On the bright side, your schedule is clear.', 'The crowd gives it a six.']

export function strike(turn: Turn, attacker: Fighter, victim: Fighter) {
  attacker.readyAtMs = turn.nowMs + cooldownMs
  if (victim.kind === 'goose') turn.arena.grudgeId = attacker.id
  if (turn.random() >= hitChance) return narrate(turn, pick(turn, misses), attacker, victim)
  const lost = damage.least + Math.floor(turn.random() * (damage.most - damage.least + 1))
  victim.health = Math.max(0, victim.health - lost)
  narrate(turn, pick(turn, attacker.kind === 'goose' ? bites : hits), attacker, victim, lost)
  if (victim.health === 0) die(turn, victim, attacker)
}

function narrate(turn: Turn, [you, they]: Blow, attacker: Fighter, victim: Fighter, lost?: number): void {
  for (const viewer of people(turn.arena)) {
    const isHurt = viewer === victim
    const text = (viewer === attacker ? you : they)
      .replace('@', () => attacker.name)
      .replace('#', () => (isHurt ? 'you' : victim.name))
    const left = `${isHurt ? 'you have' : `${victim.name} has`} ${victim.health}`
    tell(turn, viewer, capitalized(text) + (lost === undefined ? '' : `  [-${lost}, ${left}]`))
  }
}

function die(turn: Turn, victim: Fighter, killer: Fighter): void {
  victim.deadUntilMs = turn.nowMs + deathMs
  victim.deaths += 1
  victim.streak = 0
  if (victim.id === turn.arena.grudgeId || victim.kind === 'goose') turn.arena.grudgeId = null
  tell(turn, victim, `You are dead. ${pick(turn, consolations)} Back in ${deathMs / 1000} seconds.`)
  const news = `${killer.name} has slain ${victim.name}`
  turn.facts.push({ kind: 'log', text: news })
  tellAll(turn, `*** ${capitalized(news)}.`, victim)
  killer.kills += 1
  killer.streak += 1
  if (victim.kind === 'person') {
    const slayer = killer.kind === 'person' ? killer.name : null
    turn.facts.push({ kind: 'death', victim: victim.name, killer: slayer, killerStreak: killer.streak })
  }
  killer.points += 1
  if (killer.points >= pointsToWin) finishRound(turn, killer)
}

function finishRound(turn: Turn, winner: Fighter): void {
  const { arena } = turn
  tellAll(turn, `*** ROUND ${arena.round}: ${winner.name.toUpperCase()} WINS! ***`)
  for (const line of roundBoard(arena)) tellAll(turn, line)
  turn.facts.push({ kind: 'log', text: `round ${arena.round} goes to ${winner.name}` })
  if (winner.kind === 'person') turn.facts.push({ kind: 'win', winner: winner.name })
  arena.round += 1
  openMap(turn, mapAfter(arena.map))
}

/** Everybody begins anew there. */
export function openMap(turn: Turn, map: ArenaMap): void {
  turn.arena.map = map
  turn.arena.grudgeId = null
  for (const fighter of turn.arena.fighters.values()) {
    Object.assign(fighter, freshBody(), { points: 0, streak: 0 })
  }
  tellAll(turn, `The scenery is wheeled away. Welcome to ${map.title}.`)
  tellAll(turn, `${map.look} First to ${pointsToWin} points.`)
}

export function roundBoard(arena: Arena): string[] {
  return [...arena.fighters.values()]
    .filter(each => each.kind === 'person' || each.points > 0)
    .toSorted((a, b) => b.points - a.points || a.name.localeCompare(b.name))
    .map(fighter => `  ${String(fighter.points).padStart(2)}  ${fighter.name}`)
}
