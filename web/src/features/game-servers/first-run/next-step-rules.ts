// What is worth doing after the first game server runs, and whether that is still worth saying.

export const nextSteps = ['friend', 'secondFactor', 'restart'] as const
export type NextStep = (typeof nextSteps)[number]

export interface Facts {
  isAdministrator: boolean
  gameServers: number
  createdAtMs: number
  isRunning: boolean
  isDismissed: boolean
  nowMs: number
}

const newForMs = 7 * 24 * 60 * 60_000

/** Offered when it makes sense: to whoever set this panel up, while their one game server is new and runs. */
export function areNextStepsOffered(facts: Facts): boolean {
  const { isAdministrator, gameServers, createdAtMs, isRunning, isDismissed, nowMs } = facts
  return isAdministrator && gameServers === 1 && isRunning && !isDismissed && nowMs - createdAtMs < newForMs
}
