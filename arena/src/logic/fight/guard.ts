// Parry and feint outside duels: a guard beats an attack, a feint beats a guard, an attack beats a feint.

import type { Fighter } from '../stage/arena-state.ts'
import { between, narrate, pick, type Turn, tell, tellRoom } from '../stage/turn.ts'
import { score } from './attack.ts'
import { hurt } from './death.ts'
import { chooseTarget, isReady, tire } from './targets.ts'

const guardMs = 2_500
const guardRestMs = 5_000
const feintCooldownMs = 1_500

export function raiseGuard(turn: Turn, fighter: Fighter) {
  const waitMs = fighter.guardReadyAtMs - turn.nowMs
  if (waitMs > 0) {
    return tell(turn, fighter, `Your guard arm needs ${(waitMs / 1000).toFixed(1)} s more.`)
  }
  fighter.guardUntilMs = turn.nowMs + guardMs
  fighter.guardReadyAtMs = turn.nowMs + guardRestMs
  tell(
    turn,
    fighter,
    `You raise your guard for ${guardMs / 1000} seconds. An attack will bounce. A feint will not.`,
  )
  tellRoom(turn, fighter.roomId, `${fighter.name} takes a guard.`, fighter)
}

export function feint(turn: Turn, fighter: Fighter, wish: string): void {
  if (!isReady(turn, fighter)) return
  const target = chooseTarget(turn, fighter, wish)
  if (!target) return
  fighter.lastTargetId = target.id
  fighter.safeUntilMs = 0
  tire(turn, fighter, feintCooldownMs)
  const fooled = target.guardUntilMs > turn.nowMs
  target.guardUntilMs = 0
  const damage = fooled ? between(turn, 22, 30) : between(turn, 1, 3)
  const left = Math.max(0, target.health - damage)
  const cast = { actor: fighter, victim: target }
  const line = pick(turn, fooled ? fooledLines : plainLines)
  if (left > 0) narrate(turn, fighter.roomId, line, cast, viewer => score(viewer, target, damage, left))
  hurt(
    turn,
    target,
    damage,
    fighter,
    '{A} [point|points] behind {V}. {V} <look|looks>. It is the last thing {V} <do|does>.',
  )
}

const fooledLines = [
  '{A} [wave|waves] left and [kick|kicks] right. {V} <parry|parries> the wave.',
  '"Is that a goose?" [ask|asks] {A}. {V} <turn|turns>. It was not a goose.',
  '{A} [feint|feints]; {V} <guard|guards> an empty place with great skill.',
]
const plainLines = [
  '{A} [feint|feints] at {V}, who had not even noticed.',
  '{A} [make|makes] a terrifying face at {V}. It tickles.',
]
