// When the panel's own backup is due and when it is tried out, and what about it needs an administrator.

import { backupRetention } from '@rookery/contracts/backups.ts'
import { type PanelBackupTrouble, panelBackupTroubles } from '@rookery/contracts/http/panel-backup.ts'
import * as z from 'zod'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const drillEveryMs = 7 * dayMs

/** Where and when, as an administrator chose it. */
export const panelBackupChoice = z.object({
  storage_id: z.int().nullable().default(null),
  hour: z.int().min(0).max(23).default(3),
  retention: backupRetention.default(backupRetention.parse({})),
})
export type PanelBackupChoice = z.output<typeof panelBackupChoice>

const outcome = z.object({ at_ms: z.int(), is_good: z.boolean(), message: z.string() })
export type Outcome = z.output<typeof outcome>

/** What is known of the backups in the chosen storage. */
export const panelBackupState = z.object({
  /** Null: an earlier version did not remember it. */
  chosen_at_ms: z.int().nullable().default(null),
  last_attempt: outcome.nullable().default(null),
  last_good_at_ms: z.int().nullable().default(null),
  last_drill: outcome.nullable().default(null),
  bytes: z.int().nullable().default(null),
  bytes_added: z.int().nullable().default(null),
  backups: z.int().default(0),
})
export type PanelBackupState = z.output<typeof panelBackupState>

/** The trouble that was reported last, until it is over. */
export const reportedTrouble = z.object({
  kind: z.enum(panelBackupTroubles).nullable().default(null),
  since_ms: z.int().default(0),
})
export type ReportedTrouble = z.output<typeof reportedTrouble>

/** Every day at its hour, an hour after a failure, and at once where there was none yet. */
export function isBackupDue(
  { storage_id, hour }: PanelBackupChoice,
  { last_attempt }: Pick<PanelBackupState, 'last_attempt'>,
  nowMs: number,
): boolean {
  if (storage_id === null) return false
  if (last_attempt === null) return true
  const { at_ms, is_good } = last_attempt
  // A clock that was set back must not end the backups.
  if (at_ms > nowMs + dayMs) return true
  if (!is_good && nowMs - at_ms >= hourMs) return true
  return at_ms < lastTimeOfHour(hour, nowMs)
}

/** In the time zone of the panel's machine. */
export function lastTimeOfHour(hour: number, nowMs: number): number {
  const time = new Date(nowMs)
  time.setHours(hour, 0, 0, 0)
  if (time.getTime() > nowMs) time.setDate(time.getDate() - 1)
  return time.getTime()
}

/** A trial that failed is made again with the next backup. */
export function isDrillDue({ last_drill }: Pick<PanelBackupState, 'last_drill'>, nowMs: number): boolean {
  return last_drill === null || !last_drill.is_good || Math.abs(nowMs - last_drill.at_ms) >= drillEveryMs
}

export interface FoundTrouble {
  kind: PanelBackupTrouble
  sinceMs: number
  message: string
}

/** The worst first: none is taken, none can be restored, none was taken lately. */
export function troubleOf(
  choice: PanelBackupChoice,
  state: PanelBackupState,
  { isRunning, reported, nowMs }: { isRunning: boolean; reported: ReportedTrouble; nowMs: number },
): FoundTrouble | null {
  if (choice.storage_id === null) return null
  const { last_attempt, last_drill, last_good_at_ms, chosen_at_ms } = state
  const ofOutcome = (kind: PanelBackupTrouble, { at_ms, message }: Outcome) => ({
    ...{ kind, message, sinceMs: reported.kind === kind ? reported.since_ms : at_ms },
  })
  if (last_attempt?.is_good === false) return ofOutcome('failed', last_attempt)
  if (last_drill?.is_good === false) return ofOutcome('not_restorable', last_drill)
  // A panel that was off for days takes one as soon as it is on.
  if (isRunning || !isOverdue(choice, state, nowMs)) return null
  return { kind: 'overdue', sinceMs: last_good_at_ms ?? chosen_at_ms ?? nowMs, message: '' }
}

/** Its time came a day ago; where there was none yet, that was when the storage was chosen. */
function isOverdue(
  { hour }: PanelBackupChoice,
  { last_good_at_ms, chosen_at_ms }: PanelBackupState,
  nowMs: number,
): boolean {
  if (last_good_at_ms !== null) return last_good_at_ms < lastTimeOfHour(hour, nowMs - dayMs)
  return chosen_at_ms !== null && nowMs - chosen_at_ms >= dayMs
}
