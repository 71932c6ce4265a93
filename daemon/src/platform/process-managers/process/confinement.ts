// What a manager puts around each of its games: how they get in, what they use inside, and how all of it ends.

import type { Launch, ProcessUsage } from '../process-manager.ts'
import type { TreeOf } from './end-tree.ts'

/** What the launcher does on the way in, while it still has the rights for it. */
export interface Entrance {
  cgroupProcsFile?: string
  cgroupProcsFiles?: string[]
  noNewPrivileges?: boolean
  processLimit?: number
}

/** Looked at again and again while the game runs. */
export interface UsageMeter {
  /** null when none of it lives. */
  read(): ProcessUsage | null
}

export interface Confinement {
  /** Ends what an earlier life of this id left behind and makes room; the answer is kept with the process. */
  make(launch: Launch, tree: TreeOf): Promise<TreeOf>
  /** For a game whose note in the keeper cannot be read: finds again what `make` had answered, or throws. */
  restore?(id: number, tree: TreeOf): Promise<TreeOf>
  entrance(tree: TreeOf): Entrance
  meter(tree: TreeOf): UsageMeter
  /** How many processes the kernel has ended because memory was at its limit; asked at once after the exit. */
  memoryKills(tree: TreeOf): number
  /** SIGKILL for everything inside; resolves when none of it is alive. */
  end(tree: TreeOf): Promise<void>
  /** When nothing of the game is wanted any more. */
  remove(tree: TreeOf): Promise<void>
}
