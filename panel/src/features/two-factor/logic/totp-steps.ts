// The 30-second steps of RFC 6238, by which used codes are remembered (A18).

export const stepSeconds = 30
/** A stored step this far ahead was written by a wrong clock and counts as unset. */
export const clockFaultSteps = (2 * 60 * 60) / stepSeconds

export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / 1000 / stepSeconds)
}
