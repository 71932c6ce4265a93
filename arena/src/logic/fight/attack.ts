// A plain attack: odds, parries, quirks of weapons and the words for all of it.

import type { Fighter } from '../stage/arena-state.ts'
import { between, narrate, others, pick, type Turn, tell } from '../stage/turn.ts'
import { weaponLines } from '../world/weapon-lines.ts'
import { type Weapon, type WeaponId, weapons } from '../world/weapons.ts'
import { hurt } from './death.ts'
import { rollSwing } from './swing.ts'
import { chooseTarget, isReady, tire } from './targets.ts'

const parriedCooldownMs = 2_500
const stunMs = 1_500

export function attack(turn: Turn, attacker: Fighter, wish: string): void {
  if (!isReady(turn, attacker)) return
  const target = chooseTarget(turn, attacker, wish)
  if (target) strike(turn, attacker, target)
}

export function strike(turn: Turn, attacker: Fighter, target: Fighter): void {
  const weaponId = attacker.frogUntilMs > turn.nowMs ? 'tongue' : attacker.weapon
  const weapon = weapons[weaponId]
  attacker.lastTargetId = target.id
  attacker.safeUntilMs = 0
  attacker.guardUntilMs = 0
  tire(turn, attacker, weapon.cooldownMs)
  const victims = weapon.quirk === 'sweeps' ? sweptBy(turn, attacker, target) : [target]
  const { map } = turn.arena
  for (const victim of victims) {
    strikeOne(turn, attacker, victim, weaponId)
    // A kill may end the round and move everyone to another map.
    if (turn.arena.map !== map || attacker.deadUntilMs !== null) return
  }
  attacker.rattled = false
}

function sweptBy(turn: Turn, attacker: Fighter, target: Fighter): Fighter[] {
  const rest = others(turn.arena, attacker).filter(
    other =>
      other !== target &&
      other.safeUntilMs <= turn.nowMs &&
      !turn.arena.duels.some(duel => duel.accepted && duel.fighterIds.includes(other.id)),
  )
  return [target, ...rest]
}

function strikeOne(turn: Turn, attacker: Fighter, victim: Fighter, weaponId: WeaponId) {
  annoyGoose(turn, attacker, victim)
  if (victim.guardUntilMs > turn.nowMs) return riposte(turn, attacker, victim)
  const weapon = weapons[weaponId]
  const lines = weaponLines[weaponId]
  const odds = { rattled: attacker.rattled, frenzy: turn.arena.frenzyUntilMs > turn.nowMs }
  const swing = rollSwing(weapon, odds, turn.random)
  const cast = { actor: attacker, victim }
  if (swing.kind === 'miss') return narrate(turn, attacker.roomId, pick(turn, lines.miss), cast)
  const left = Math.max(0, victim.health - swing.damage)
  if (left > 0) {
    const line = pick(turn, swing.critical ? lines.critical : lines.hit)
    narrate(turn, attacker.roomId, line, cast, viewer => score(viewer, victim, swing.damage, left))
  }
  const died = hurt(turn, victim, swing.damage, attacker, pick(turn, lines.kill))
  if (!died) afterHit(turn, attacker, victim, weapon)
}

export function score(viewer: Fighter, victim: Fighter, damage: number, left: number): string {
  return viewer === victim ? `  [-${damage}, you have ${left}]` : `  [-${damage}, ${victim.name} has ${left}]`
}

function afterHit(turn: Turn, attacker: Fighter, victim: Fighter, weapon: Weapon): void {
  if (weapon.quirk === 'stuns' && turn.random() < 0.3) {
    victim.readyAtMs = Math.max(victim.readyAtMs, turn.nowMs) + stunMs
    tell(turn, victim, 'You see little birds. They are laughing.')
  }
  if (weapon.quirk === 'rattles') victim.rattled = true
  if (weapon.quirk === 'pricks') {
    tell(turn, attacker, 'You hold a cactus. It holds you back.  [-3]')
    if (hurt(turn, attacker, 3, null, '{V} <bleed|bleeds> out through several hundred small mistakes.'))
      return
  }
  if (victim.kind === 'dummy' && turn.random() < 0.2) strikeOne(turn, victim, attacker, 'plank')
}

function riposte(turn: Turn, attacker: Fighter, guard: Fighter): void {
  guard.guardUntilMs = 0
  tire(turn, attacker, parriedCooldownMs)
  const damage = between(turn, 9, 15)
  const left = Math.max(0, attacker.health - damage)
  const cast = { actor: guard, victim: attacker }
  if (left > 0)
    narrate(turn, guard.roomId, pick(turn, riposteLines), cast, each => score(each, attacker, damage, left))
  hurt(turn, attacker, damage, guard, "{V} <walk|walks> straight into {A's} riposte, and out of this life.")
}

function annoyGoose(turn: Turn, attacker: Fighter, victim: Fighter): void {
  if (victim.kind !== 'goose') return
  turn.arena.goose.grudgeId = attacker.id
  if (turn.arena.goose.friendId === attacker.id) turn.arena.goose.friendId = null
}

const riposteLines = [
  '{A} [parry|parries], [yawn|yawns] and [poke|pokes] {V} in the eye.',
  'Clang! {A} [turn|turns] the blow aside and [return|returns] it with interest to {V}.',
  '{A} [were|was] waiting for that. {V} <were|was> not.',
]
