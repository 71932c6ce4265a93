// Which backup a game server goes back to when a change has broken it: the files with which it was ready last.

import { type RiskyAction, revertibleActions } from '@rookery/contracts/backups.ts'
import type { RunState } from '@rookery/contracts/run-states.ts'

export type RevertibleAction = (typeof revertibleActions)[number]

interface SafetyBackup {
  before: RiskyAction | null
  taken_at_ms: number
}

interface RunFacts {
  state: RunState
  stateChangedAtMs: number
  /** Null: the panel does not know of any. */
  readyAtMs: number | null
  nowMs: number
}

/** A start that takes longer is not called done any more either. */
const startLimitMs = 10 * 60_000

/**
 * Null: nothing is wrong, or nothing was changed since it was ready. Of several changes since then the first one counts:
 * what came later was saved broken.
 */
export function offeredRollback<Backup extends SafetyBackup>(
  safetyBackups: readonly Backup[],
  run: RunFacts,
): (Backup & { before: RevertibleAction }) | null {
  if (!isBroken(run)) return null
  const inOrder = safetyBackups.toSorted((a, b) => a.taken_at_ms - b.taken_at_ms)
  // What is there was brought from a backup: the changes before that are undone.
  const restored = inOrder.findLastIndex(({ before }) => before === 'restore')
  const changes = inOrder.slice(restored + 1).filter(isRevertible)
  const { readyAtMs } = run
  if (readyAtMs === null) return changes.at(-1) ?? null
  return changes.find(({ taken_at_ms }) => taken_at_ms > readyAtMs) ?? null
}

function isBroken({ state, stateChangedAtMs, nowMs }: RunFacts): boolean {
  if (state === 'starting') return nowMs - stateChangedAtMs >= startLimitMs
  return state === 'crashed' || state === 'install_failed'
}

function isRevertible<Backup extends SafetyBackup>(
  backup: Backup,
): backup is Backup & { before: RevertibleAction } {
  return revertibleActions.some(action => action === backup.before)
}
