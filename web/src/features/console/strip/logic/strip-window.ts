// The stretch of time above the console, and how a place in it becomes a moment and back.

import { isInside, type TimeWindow } from '../../../../parts/metrics/logic/time-window.ts'

const stripSeconds = 300

/** Ends with the newest of what was measured and what was printed. */
export function stripWindow(
  newestSample: number | null,
  newestLine: number | null,
  nowSeconds: number,
): TimeWindow {
  const toSeconds = Math.max(newestSample ?? 0, newestLine ?? 0) || Math.floor(nowSeconds)
  return { fromSeconds: toSeconds - stripSeconds, toSeconds }
}

/** The whole second at a place from 0 (left) to 1 (right). */
export const secondAt = ({ fromSeconds, toSeconds }: TimeWindow, share: number): number =>
  Math.round(fromSeconds + Math.max(0, Math.min(1, share)) * (toSeconds - fromSeconds))

/** Where a moment stands, from 0 to 1; null when it is outside. */
export const shareOf = (window: TimeWindow, at: number): number | null =>
  isInside(window, at) ? (at - window.fromSeconds) / (window.toSeconds - window.fromSeconds) : null
