// From when on what a person began still holds, after they were signed out everywhere.

/** A clock further ahead than this was wrong then, and is right now. */
export const clockFaultMs = 2 * 60 * 60 * 1000

/** What began earlier is over. A time far ahead was written by a clock that was wrong, and holds nobody off. */
export function validFromMs(
  { sessionsValidFromMs }: { sessionsValidFromMs: number | null },
  nowMs: number,
): number {
  return sessionsValidFromMs === null || sessionsValidFromMs > nowMs + clockFaultMs ? 0 : sessionsValidFromMs
}
