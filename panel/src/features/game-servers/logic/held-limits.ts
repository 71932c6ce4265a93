// Which limits of a game server hold under its process manager: a limit that nobody holds to must not look like one.

import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { boundsMemoryAndCpu } from '@rookery/contracts/process-managers.ts'

export function heldLimits(processManager: string): GameServer['limits_held'] {
  const isBounded = boundsMemoryAndCpu(processManager)
  return {
    memory: isBounded,
    cpu: isBounded,
    disk: 'start_and_panel',
    processes: isBounded ? true : 'own_user_only',
  }
}

export interface BoundedInput {
  memory_limit_bytes?: number | null | undefined
  cpu_limit_percent?: number | null | undefined
}

/** Refused where it would not be held to, by field. */
export function limitProblems(input: BoundedInput, processManager: string): Record<string, string[]> {
  if (heldLimits(processManager).memory) return {}
  const why = (what: string) => [
    `a plain process cannot be held to a ${what} limit: leave it out, or run the server with systemd, docker or podman`,
  ]
  return {
    ...(input.memory_limit_bytes && { memory_limit_bytes: why('memory') }),
    ...(input.cpu_limit_percent && { cpu_limit_percent: why('CPU') }),
  }
}
