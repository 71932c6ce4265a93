// Whether a game that ended without being asked is started again, and when: delays that double, a limit in a window.

import type { CrashPolicy } from '@rookery/contracts/daemon/game-server-definition.ts'

export const longestDelayMs = 5 * 60_000

export type RestartVerdict =
  | { restart: true; delayMs: number; attempt: number; recentMs: number[]; message: string }
  | { restart: false; message: string }

/** `restartedAtMs`: when it was started again after earlier crashes. Times that a moved clock made absurd don't count. */
export function decideRestart(
  policy: CrashPolicy,
  restartedAtMs: readonly number[],
  nowMs: number,
): RestartVerdict {
  if (!policy.restart) return { restart: false, message: '' }
  const recentMs = restartedAtMs.filter(atMs => Math.abs(nowMs - atMs) < policy.window_ms)
  if (recentMs.length >= policy.attempts) {
    return {
      restart: false,
      message: `not started again: that was done ${formatTimes(recentMs.length)} within ${formatDuration(policy.window_ms)} already`,
    }
  }
  const attempt = recentMs.length + 1
  const delayMs = Math.min(policy.delay_ms * 2 ** recentMs.length, longestDelayMs)
  return {
    restart: true,
    delayMs,
    attempt,
    recentMs,
    message: `started again in ${formatDuration(delayMs)} (${attempt} of ${policy.attempts})`,
  }
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`
  const seconds = Math.round(durationMs / 1_000)
  if (seconds % 60 !== 0) return `${seconds} s`
  return seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
}
