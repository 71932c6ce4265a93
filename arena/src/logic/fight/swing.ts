// The dice of one swing.

import type { Weapon } from '../world/weapons.ts'

export type Swing = { kind: 'miss' } | { kind: 'hit'; damage: number; critical: boolean }
export type SwingOdds = { rattled: boolean; frenzy: boolean }

const rattledPenalty = 0.2
const frenzyFactor = 2
const criticalFactor = 1.8

export function rollSwing(weapon: Weapon, odds: SwingOdds, random: () => number): Swing {
  const chance = weapon.hitChance - (odds.rattled ? rattledPenalty : 0)
  if (random() >= chance) return { kind: 'miss' }
  const [min, max] = weapon.damage
  const rolled = min + Math.floor(random() * (max - min + 1))
  const critical = random() < weapon.criticalChance
  const factor = (critical ? criticalFactor : 1) * (odds.frenzy ? frenzyFactor : 1)
  return { kind: 'hit', damage: Math.round(rolled * factor), critical }
}
