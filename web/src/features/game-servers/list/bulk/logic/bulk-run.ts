// How far something that is done to several game servers has come.

import type { BulkAction } from './bulk-plan.ts'

/** How many game servers are asked at the same time. */
export const sentAtOnce = 6

export interface BulkEntry {
  id: number
  name: string
  outcome: 'open' | 'done' | 'failed'
  /** Why it failed, in words. */
  reason: string | null
}

/** Beside the power actions, what only administrators do. */
export type BulkRunAction = BulkAction | 'tag' | 'delete'

export interface BulkRun {
  action: BulkRunAction
  entries: readonly BulkEntry[]
  /** How many were left out, because the action does not fit their state. */
  leftOut: number
}

export const startRun = (
  action: BulkRunAction,
  { reached, leftOut }: { reached: readonly Pick<BulkEntry, 'id' | 'name'>[]; leftOut: readonly unknown[] },
): BulkRun => ({
  action,
  entries: reached.map(({ id, name }) => ({ id, name, outcome: 'open', reason: null })),
  leftOut: leftOut.length,
})

/** An entry that has ended stays as it is. */
export const withEntry = (run: BulkRun, id: number, change: Partial<BulkEntry>): BulkRun => ({
  ...run,
  entries: run.entries.map(entry =>
    entry.id === id && entry.outcome === 'open' ? { ...entry, ...change } : entry,
  ),
})

export interface BulkTally {
  total: number
  done: number
  failed: readonly BulkEntry[]
  isOver: boolean
}

export function tallyOf({ entries }: BulkRun): BulkTally {
  const done = entries.filter(({ outcome }) => outcome === 'done').length
  const failed = entries.filter(({ outcome }) => outcome === 'failed')
  return { total: entries.length, done, failed, isOver: done + failed.length === entries.length }
}
