// Talking, shouting, taunting and other ways to be noticed.

import { findTarget } from '../fight/targets.ts'
import type { Fighter } from '../stage/arena-state.ts'
import { displayName } from '../stage/narration.ts'
import { narrate, pick, type Turn, tell, tellAll, tellRoom } from '../stage/turn.ts'

const tauntRestMs = 8_000

export function say(turn: Turn, fighter: Fighter, text: string) {
  if (text === '') return tell(turn, fighter, 'Say what?')
  const heard = croak(turn, fighter, text)
  tell(turn, fighter, `You say: ${heard}`)
  tellRoom(turn, fighter.roomId, `${displayName(fighter, turn.nowMs)} says: ${heard}`, fighter)
  turn.facts.push({ kind: 'log', text: `<${fighter.name}> ${text}` })
}

export function shout(turn: Turn, fighter: Fighter, text: string) {
  if (text === '') return tell(turn, fighter, 'Shout what?')
  const heard = croak(turn, fighter, text)
  tell(turn, fighter, `You shout: ${heard}`)
  tellAll(turn, `${displayName(fighter, turn.nowMs)} shouts: ${heard}`, fighter)
  turn.facts.push({ kind: 'log', text: `<${fighter.name}, shouting> ${text}` })
}

function croak(turn: Turn, fighter: Fighter, text: string): string {
  return fighter.frogUntilMs > turn.nowMs
    ? text.replace(/[\p{L}\p{N}']+/gu, () => pick(turn, ['ribbit', 'croak']))
    : text
}

export function taunt(turn: Turn, fighter: Fighter, wish: string) {
  const target = findTarget(turn, fighter, wish)
  if (!target) return tell(turn, fighter, 'You insult the architecture. It has heard worse.')
  if (fighter.tauntReadyAtMs > turn.nowMs) return tell(turn, fighter, 'Give the last one time to sink in.')
  fighter.tauntReadyAtMs = turn.nowMs + tauntRestMs
  const lines = target.kind === 'goose' ? gooseTaunts : target.kind === 'dummy' ? dummyTaunts : taunts
  narrate(turn, fighter.roomId, pick(turn, lines), { actor: fighter, victim: target })
  if (target.kind === 'goose') turn.arena.goose.grudgeId = fighter.id
  if (target.kind !== 'person') return
  target.rattled = true
  tell(turn, target, 'That got to you: your next swing is worse.')
}

export const gestures = new Map(
  Object.entries({
    bow: '{A} [bow|bows] so low that something tears.',
    dance: '{A} [dance|dances]. The floor will never be the same.',
    laugh: '{A} [laugh|laughs] like a villain with hay fever.',
    cry: '{A} [burst|bursts] into tears, tactically.',
    wave: '{A} [wave|waves] to the crowd. The crowd checks who is behind {A}.',
    flex: '{A} [flex|flexes]. A seam gives notice.',
    honk: '{A} [honk|honks]. Somewhere, a head turns on a long neck.',
    faint: '{A} [faint|faints], one eye open.',
  }),
)

export function gesture(turn: Turn, fighter: Fighter, line: string): void {
  narrate(turn, fighter.roomId, line, { actor: fighter })
}

const taunts = [
  '{A} [tell|tells] {V}: "I have seen soup with a better stance."',
  '{A} [tell|tells] {V}: "Do you rent that face, or is it yours?"',
  '{A} [tell|tells] {V}: "The dummy asked me to go easy on you."',
  '{A} [tell|tells] {V}: "Your mother fights better, and she sends her regards."',
  '{A} [yawn|yawns] at {V}. It lasts a full ten seconds.',
  '{A} [tell|tells] {V}: "I fought a goose once. You remind me of its lunch."',
  '{A} [bow|bows] to {V}, and [mean|means] it badly.',
  '{A} [ask|asks] the crowd whether {V} <have|has> started yet.',
]
const gooseTaunts = ['{A} [call|calls] the goose a duck. The arena falls silent. The goose does not forget.']
const dummyTaunts = [
  '{A} [tell|tells] the dummy it has no guts. It has straw; close enough.',
  '{A} [insult|insults] the dummy at length. It takes it like a professional.',
]
