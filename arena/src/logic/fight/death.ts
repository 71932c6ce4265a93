// Losing health, dying of it, and what the whole arena hears about that.

import type { Fighter } from '../stage/arena-state.ts'
import { capitalised } from '../stage/narration.ts'
import { scorePoint } from '../stage/rounds.ts'
import { narrate, pick, type Turn, tell, tellAll } from '../stage/turn.ts'

const deathMs = { person: 4_000, goose: 20_000, dummy: 10_000 }

const streakCalls: Record<number, string> = {
  2: 'is warming up: two in a row.',
  3: 'is on a spree! Three! Somebody take the cutlery away!',
  4: 'has four in a row and has stopped answering questions.',
  5: 'is UNSTOPPABLE. Has anyone tried asking nicely?',
}

/** Takes health; returns true when that was the end, with `deathLine` narrated to the room. */
export function hurt(
  turn: Turn,
  victim: Fighter,
  damage: number,
  killer: Fighter | null,
  deathLine: string,
): boolean {
  victim.health = Math.max(0, victim.health - damage)
  if (victim.health > 0) return false
  die(turn, victim, killer, deathLine)
  return true
}

export function die(turn: Turn, victim: Fighter, killer: Fighter | null, deathLine: string): void {
  narrate(turn, victim.roomId, deathLine, { actor: killer ?? victim, victim }, () => '  +++')
  victim.health = 0
  victim.deadUntilMs = turn.nowMs + deathMs[victim.kind]
  turn.arena.duels = turn.arena.duels.filter(duel => !duel.fighterIds.includes(victim.id))
  const endedStreak = victim.streak
  victim.streak = 0
  if (victim.kind === 'dummy') return
  victim.deaths += 1
  const credited = killer === victim ? null : killer
  victim.lastKillerId = credited?.id ?? null
  if (victim.kind === 'goose') turn.arena.goose.grudgeId = credited?.id ?? null
  tell(
    turn,
    victim,
    `You are dead. ${pick(turn, deathConsolations)} Back in ${deathMs.person / 1000} seconds.`,
  )
  report(turn, victim, credited, endedStreak)
  if (credited) credit(turn, credited, victim)
}

function report(turn: Turn, victim: Fighter, killer: Fighter | null, endedStreak: number): void {
  const { arena } = turn
  const by = killer ? `${killer.name} has slain ${victim.name}` : `${victim.name} has died of bad judgement`
  turn.facts.push({ kind: 'log', text: by })
  for (const viewer of arena.fighters.values()) {
    if (viewer.roomId !== victim.roomId) tell(turn, viewer, `(Elsewhere: ${by}.)`)
  }
  if (victim.kind === 'person') {
    turn.facts.push({
      kind: 'death',
      victim: victim.name,
      killer: killer?.kind === 'person' ? killer.name : null,
      killerStreak: (killer?.streak ?? 0) + 1,
    })
  }
  if (endedStreak >= 3) tellAll(turn, `*** ${capitalised(victim.name)} was on ${endedStreak} in a row. Was.`)
}

function credit(turn: Turn, killer: Fighter, victim: Fighter): void {
  const { arena } = turn
  killer.kills += 1
  killer.streak += 1
  if (!arena.firstBlood) {
    arena.firstBlood = true
    tellAll(turn, `*** First blood: ${killer.name}.`)
  }
  if (killer.lastKillerId === victim.id) {
    killer.lastKillerId = null
    tellAll(turn, `*** Revenge! ${capitalised(killer.name)} had a list, and ${victim.name} was on it.`)
  }
  const call = streakCalls[Math.min(5, killer.streak)]
  if (call) tellAll(turn, `*** ${capitalised(killer.name)} ${call}`)
  scorePoint(turn, killer)
}

export function respawnLine(fighter: Fighter, turn: Turn): string {
  if (fighter.kind === 'dummy') return 'Somebody sets up the dummy again and pats it on the sack.'
  return turn.arena.goose.grudgeId !== null
    ? 'HONK. The goose is back. It remembers.'
    : 'HONK. The goose is back.'
}

const deathConsolations = [
  'On the bright side, your schedule is clear.',
  'It looked better from here than from there.',
  'The crowd gives it a six.',
  'Try having more health next time.',
  'Your last words were mostly vowels.',
]
