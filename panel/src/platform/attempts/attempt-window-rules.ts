// How many attempts of one kind are still open: settled failures of a window, and attempts whose end is not known yet.

import * as z from 'zod'

export interface AttemptLimits {
  /** Failures in one window; attempts in flight count as if they will fail. */
  limit: number
  windowMs: number
  /** An attempt that nobody has settled for so long was lost with its process. */
  leaseMs: number
}

/** As JSON in the cache, for all instances. */
export const attemptWindow = z.object({
  failures: z.int(),
  /** When the first of these failures was settled. */
  sinceMs: z.number(),
  /** Attempt → when its lease ends. */
  inFlight: z.record(z.string(), z.number()),
})
export type AttemptWindow = z.output<typeof attemptWindow>

export type Reservation = 'reserved' | 'wait' | 'exceeded'

/** The window as it stands now. A clock that was set back makes nothing last longer than from now on. */
export function windowAt(cached: AttemptWindow | null, nowMs: number, limits: AttemptLimits): AttemptWindow {
  if (!cached) return { failures: 0, sinceMs: nowMs, inFlight: {} }
  const sinceMs = Math.min(cached.sinceMs, nowMs)
  const hasEnded = nowMs >= sinceMs + limits.windowMs
  const leases = Object.entries(cached.inFlight)
    .filter(([, endsAtMs]) => nowMs < endsAtMs)
    .map(([attempt, endsAtMs]) => [attempt, Math.min(endsAtMs, nowMs + limits.leaseMs)])
  return {
    failures: hasEnded ? 0 : cached.failures,
    sinceMs: hasEnded ? nowMs : sinceMs,
    inFlight: Object.fromEntries(leases),
  }
}

export function isExceeded(window: AttemptWindow, { limit }: AttemptLimits): boolean {
  return window.failures >= limit
}

/** Only settled failures refuse; where attempts in flight fill the rest, the next one has to wait for them. */
export function reserve(
  window: AttemptWindow,
  attempt: string,
  nowMs: number,
  limits: AttemptLimits,
): { window: AttemptWindow; reservation: Reservation } {
  if (isExceeded(window, limits)) return { window, reservation: 'exceeded' }
  const open = limits.limit - window.failures - Object.keys(window.inFlight).length
  if (open <= 0) return { window, reservation: 'wait' }
  const inFlight = { ...window.inFlight, [attempt]: nowMs + limits.leaseMs }
  return { window: { ...window, inFlight }, reservation: 'reserved' }
}

export function settle(
  window: AttemptWindow,
  attempt: string,
  hasFailed: boolean,
  nowMs: number,
): AttemptWindow {
  const { [attempt]: _settled, ...inFlight } = window.inFlight
  if (!hasFailed) return { ...window, inFlight }
  const isFirst = window.failures === 0
  return { failures: window.failures + 1, sinceMs: isFirst ? nowMs : window.sinceMs, inFlight }
}

/** Forgets the failures, unless other attempts are still in flight: one success must not reopen a storm of guesses. */
export function forgive(window: AttemptWindow): AttemptWindow {
  return Object.keys(window.inFlight).length > 0 ? window : { ...window, failures: 0 }
}

export function isEmpty(window: AttemptWindow): boolean {
  return window.failures === 0 && Object.keys(window.inFlight).length === 0
}
