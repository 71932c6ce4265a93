// What the steps of an installation work with: the game server's folder, and programs started as the game would be.

import type { GameServerDefinition } from '@rookery/contracts/daemon/game-server-definition.ts'
import type { ProcessManagerName } from '@rookery/contracts/process-managers.ts'
import type { Owner } from '../../../platform/confined-files/write-file.ts'
import type { OpenedRoot } from '../../../platform/confined-files.ts'
import type { ProcessManager, RunningProcess } from '../../../platform/process-managers/process-manager.ts'

export interface InstallContext {
  readonly gameServerId: number
  readonly definition: GameServerDefinition
  readonly root: OpenedRoot
  /** Where that is on the node, for programs that need to be told. */
  readonly folder: string
  /** The daemon's own, on the same drive: what an installation that is tried again finds there may help it. */
  readonly workFolder: string
  /** Null: all games share the daemon's user. */
  readonly owner: Owner | null
  /** Throws with a reason where the node does not offer it. */
  manager(name: ProcessManagerName): ProcessManager
  readonly managersPresent: readonly ProcessManagerName[]
  /** Starts a program in the folder, with the game's user, limits and environment; the caller forgets it at its end. */
  start(argv: readonly string[], request: ProgramOptions): Promise<RunningProcess>
}

export interface ProgramOptions {
  /** Left out: the one that the game runs under. */
  manager?: ProcessManagerName
  /** While an image is fetched. */
  say: (message: string) => void
}
