// The process manager that needs nothing but this machine: games as child processes of the keeper, each in its own pty.

import type { ProcessManager } from '../process-manager.ts'
import { type KeeperOptions, KeeperProcessManager } from './keeper-process-manager.ts'
import { createOwnCgroups } from './own-cgroup.ts'

export interface ProcessManagerOptions extends KeeperOptions {
  /** False where control groups are not wanted. */
  useCgroups?: boolean
}

export function openProcessManager(options: ProcessManagerOptions): ProcessManager {
  return new KeeperProcessManager('process', options, owner =>
    createOwnCgroups(owner, options.useCgroups !== false),
  )
}
