// How the limits of a game read as properties of its unit.

import type { Limits } from '../../process-manager.ts'

/** The unit has one process beside the game's own. */
const holderTasks = 1

const fixedProperties = [
  // Others than systemd may put processes into it: the launcher does.
  'Delegate=yes',
  'CPUAccounting=yes',
  'MemoryAccounting=yes',
  'TasksAccounting=yes',
  'IOAccounting=yes',
  // The exit of the game is checked by whoever waits for it, not by systemd.
  'OOMPolicy=continue',
  'KillSignal=SIGKILL',
  'TimeoutStopSec=5s',
  'NoNewPrivileges=yes',
]

export function unitProperties({ memoryBytes, cpuPercent, pids }: Limits): string[] {
  return [
    ...fixedProperties,
    ...(memoryBytes === undefined ? [] : [`MemoryMax=${memoryBytes}`, 'MemorySwapMax=0']),
    ...(cpuPercent === undefined ? [] : [`CPUQuota=${Math.max(1, Math.round(cpuPercent))}%`]),
    ...(pids === undefined ? [] : [`TasksMax=${pids + holderTasks}`]),
  ]
}
