// The process manager that needs nothing but this machine: games as child processes of the keeper, each in its own pty.

import type { ProcessManager } from '../process-manager.ts'
import { createCgroup, createCgroupFolder, removeCgroup } from './cgroups.ts'
import type { Confinement } from './confinement.ts'
import { endTree } from './end-tree.ts'
import { type KeeperOptions, KeeperProcessManager } from './keeper-process-manager.ts'
import { findLaunchGuards } from './launch-guards.ts'
import { TreeUsage } from './tree-usage.ts'

export interface ProcessManagerOptions extends KeeperOptions {
  /** False where control groups are not wanted. */
  useCgroups?: boolean
}

export function openProcessManager(options: ProcessManagerOptions): ProcessManager {
  return new KeeperProcessManager('process', options, owner =>
    createOwnCgroups(owner, options.useCgroups !== false),
  )
}

/** The confinement of `process`: a bare control group where one can be made, which holds to no limit. */
function createOwnCgroups(owner: string, isWanted: boolean): Confinement {
  const folder = isWanted ? createCgroupFolder(owner) : null
  const guards = findLaunchGuards()
  return {
    async make({ id }, tree) {
      const placed = folder === null ? tree : { ...tree, cgroup: `${folder}/${id}` }
      // After a crash of the keeper something may still run, and must not run beside the new one.
      await endTree(placed)
      if (folder !== null) createCgroup(folder, String(id))
      return placed
    },
    entrance: tree => ({
      ...(tree.cgroup !== undefined && { cgroupProcsFile: `${tree.cgroup}/cgroup.procs` }),
      ...guards.entrance(tree),
    }),
    meter: tree => new TreeUsage(tree),
    memoryKills: () => 0,
    end: endTree,
    async remove({ cgroup }) {
      if (cgroup !== undefined) removeCgroup(cgroup)
    },
  }
}
