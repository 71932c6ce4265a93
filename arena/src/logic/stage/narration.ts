// Turns one narration line into what a given viewer reads: "You bonk Bob", "Ann bonks you", "Ann bonks Bob".
//
// {A} is the actor, {V} the victim, {A's} and {V's} what they own; [do|does] follows the actor, <do|does> the victim,
// the first form being for "you".

import type { Fighter } from './arena-state.ts'

export type Cast = { actor: Fighter; victim?: Fighter }

export function renderLine(line: string, cast: Cast, viewer: Fighter, nowMs: number): string {
  const text = line
    .replace(/\[([^|\]]*)\|([^\]]*)\]/g, (_, you: string, they: string) =>
      viewer === cast.actor ? you : they,
    )
    .replace(/<([^|>]*)\|([^>]*)>/g, (_, you: string, they: string) => (viewer === cast.victim ? you : they))
    .replace(/\{(A|V)('s)?\}/g, (_, role: string, owns: string | undefined) => {
      const fighter = role === 'A' ? cast.actor : cast.victim
      if (!fighter) return 'nobody'
      if (fighter === viewer) return owns ? 'your' : 'you'
      return displayName(fighter, nowMs) + (owns ?? '')
    })
  return text.replace(/(^|[.!?] )(you|your|the) /g, (_, before: string, word: string) => {
    return `${before}${word[0]?.toUpperCase()}${word.slice(1)} `
  })
}

export function displayName(fighter: Fighter, nowMs: number): string {
  return fighter.frogUntilMs > nowMs ? `${fighter.name} (a frog)` : fighter.name
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
