// How long a viewer of a console that lags is waited for.

/** So long, a viewer may take nothing while others wait for it. */
export const patienceMs = 2_000
/** Slower than this, a viewer is no longer waited for: whoever reads text along with a flood takes far more. */
export const slowestBytesPerSecond = 64 * 1024

/** Since when a viewer has been waited for, and how much it had taken by then. */
export interface Wait {
  sinceMs: number
  takenBytes: number
}

/** `wait`: it is too early to check. `begin anew`: it gets on, and has earned the same patience again. */
type Verdict = 'wait' | 'begin anew' | 'leave behind'

export function checkWait(wait: Wait, takenBytes: number, nowMs: number): Verdict {
  const waitedMs = nowMs - wait.sinceMs
  if (waitedMs < patienceMs) return 'wait'
  const leastBytes = (slowestBytesPerSecond * waitedMs) / 1_000
  return takenBytes - wait.takenBytes >= leastBytes ? 'begin anew' : 'leave behind'
}
