// What is stored for how long, in which pieces, and what happened to a game server when its state changed.

import {
  type HistoryStep,
  historyRetentionSeconds,
  type MarkKind,
} from '@rookery/contracts/metric-history.ts'

/** What is measured is stored in these steps; larger ones are made of them when somebody asks. */
export const storedSteps = [60, 600] as const
export type StoredStep = (typeof storedSteps)[number]

/** Points of one source that are stored together, in seconds: an hour of minutes, a day of ten minutes. */
export const blockSeconds: Record<StoredStep, number> = { 60: 3_600, 600: 86_400 }

/** A clock that was ahead leaves points behind that would never grow old. */
const aheadSeconds = 86_400

/** Whatever begins outside of this is forgotten. */
export function retainedRange(step: StoredStep, nowSeconds: number): { from: number; to: number } {
  return { from: nowSeconds - historyRetentionSeconds[step], to: nowSeconds + aheadSeconds }
}

/** The step that an asked one is read in. */
export const readStepOf = (step: HistoryStep): StoredStep => (step === 60 ? 60 : 600)

/** Null: nothing that belongs in a chart, such as an installation that has ended. */
export function markOf(before: string | undefined, state: string): MarkKind | null {
  if (before === state) return null
  if (state === 'starting') return 'start'
  if (state === 'crashed') return 'crash'
  if (state === 'updating' || state === 'installing') return 'update'
  const wasUp = before === 'starting' || before === 'running' || before === 'paused' || before === 'stopping'
  return state === 'stopped' && wasUp ? 'stop' : null
}
