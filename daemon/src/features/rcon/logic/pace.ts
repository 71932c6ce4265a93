// How long to wait before the next command to a game that drops what comes too quickly, without a word.

/** The engine of Quake 3 takes ten at once from one address, then one each second; some room is left for other tools. */
const [burst, everyMs] = [8, 1_050]

export interface Pace {
  level: number
  atMs: number
}

export const freshPace: Pace = { level: 0, atMs: 0 }

/** Counts one more command; it may be sent after `waitMs`. */
export function nextTurn(pace: Pace, nowMs: number): { pace: Pace; waitMs: number } {
  const left = Math.max(0, pace.level - Math.max(0, nowMs - pace.atMs) / everyMs)
  const waitMs = Math.max(0, Math.ceil((left + 1 - burst) * everyMs))
  return { pace: { level: left + 1, atMs: nowMs }, waitMs }
}
