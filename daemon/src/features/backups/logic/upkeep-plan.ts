// When stored backups are cleaned up, read again and tried out: in quiet hours, one at a time, and never before a backup.

import * as z from 'zod'

const dayMs = 24 * 60 * 60_000
const weekMs = 7 * dayMs
/** Of the node's own clock: from one o'clock until six. */
const quietHours = { from: 1, until: 6 }
/** What could not be done in quiet hours for so long is done at any time. */
const patienceMs = 2 * dayMs

/** After so many weeks all of the stored data was read. */
export const checkParts = 20

export const upkeep = z.object({
  /** A hash of the second password that was added last: another panel, or another key, has another one. */
  recoveryHash: z.string().default(''),
  /** Where it was when a backup was taken or listed last; '': not known. */
  location: z.string().default(''),
  /** Something was removed since room was made last. */
  isPruneDue: z.boolean().default(false),
  prunedAtMs: z.int().nullable().default(null),
  /** The part that was read last, from 1. */
  checkedPart: z.int().default(0),
  /** Also of attempts that came to no result. */
  checkedAtMs: z.int().nullable().default(null),
  drilledAtMs: z.int().nullable().default(null),
})
export type Upkeep = z.output<typeof upkeep>

export const upkeepKinds = ['prune', 'check', 'drill'] as const
export type UpkeepKind = (typeof upkeepKinds)[number]

export interface UpkeepFacts {
  upkeep: Upkeep
  /** When the oldest backup was taken; null: there is none. */
  oldestAtMs: number | null
}

/**
 * What is due of one repository; null: nothing. The first check and the first trial come in the first quiet hours. What
 * a clock that was ahead has noted is as if it had not been done.
 */
export function dueUpkeep(
  { upkeep: done, oldestAtMs }: UpkeepFacts,
  now: { ms: number; hour: number },
): UpkeepKind | null {
  const isQuiet = now.hour >= quietHours.from && now.hour < quietHours.until
  const isDue = (sinceMs: number) => now.ms >= sinceMs && (isQuiet || now.ms - sinceMs >= patienceMs)
  const passed = (atMs: number | null) => (atMs !== null && atMs <= now.ms ? atMs : null)
  if (done.isPruneDue && isDue((passed(done.prunedAtMs) ?? 0) + dayMs)) return 'prune'
  if (oldestAtMs === null) return null
  const isWeekOver = (atMs: number | null) =>
    isDue(atMs === null ? (passed(oldestAtMs) ?? now.ms) : atMs + weekMs)
  if (isWeekOver(passed(done.checkedAtMs))) return 'check'
  return isWeekOver(passed(done.drilledAtMs)) ? 'drill' : null
}

/** As if it had been done so long ago that it is due again tomorrow. */
export function tomorrow(nowMs: number, kind: UpkeepKind): Partial<Upkeep> {
  if (kind === 'prune') return { prunedAtMs: nowMs }
  const atMs = nowMs - weekMs + dayMs
  return kind === 'check' ? { checkedAtMs: atMs } : { drilledAtMs: atMs }
}

export function nextPart({ checkedPart }: Upkeep): number {
  return (checkedPart % checkParts) + 1
}

/** Null: what was restored is what the backup lists. */
export function drillProblem(
  listed: { files: number; bytes: number },
  restored: { files: number; bytes: number },
): string | null {
  if (restored.files === listed.files && restored.bytes === listed.bytes) return null
  const expected = `${listed.files} files with ${listed.bytes} bytes`
  return `the newest backup should hold ${expected}, and ${restored.files} files with ${restored.bytes} bytes came back`
}
