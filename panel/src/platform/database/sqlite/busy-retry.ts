// Waiting for SQLite's file lock without blocking the event loop: short tries with jittered pauses, then an error.

import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseBusyError, isSqliteBusy } from '../database-errors.ts'

export interface BusyPolicy {
  /** After this long a caller gets DatabaseBusyError. */
  limitMs: number
  /** Spreads the tries of several processes; between 0 and 1. */
  random: () => number
}

const longestPauseMs = 40

/** Runs `attempt` at once, and again while another process holds the file's lock. */
export async function retryWhileBusy<T>(attempt: () => T, policy: BusyPolicy): Promise<T> {
  const endsAt = performance.now() + policy.limitMs
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return attempt()
    } catch (error) {
      if (!isSqliteBusy(error)) throw error
      if (performance.now() >= endsAt) {
        throw new DatabaseBusyError(
          `another process has kept the database file locked for ${policy.limitMs} ms; try again, and end the other program if it hangs`,
          { cause: error },
        )
      }
    }
    await pause(pauseMs * (0.5 + policy.random()))
  }
}
