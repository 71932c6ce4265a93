// The folders of game servers as SFTP uses them: opened for each operation anew, and closed to changes while one is
// being installed.

import { reasonOf } from '@rookery/contracts/reasons.ts'
import type { ConfinedRoot } from '../../platform/confined-files.ts'
import type { DiskQuota } from '../files/logic/file-work.ts'
import type { FolderUser, GameServers } from '../game-servers/game-servers.ts'
import { refusalToChange } from '../game-servers/logic/run-state.ts'
import { sftpStatus } from './logic/sftp-status.ts'
import { SftpRefusal } from './sftp-refusal.ts'

export interface SftpUser {
  /** The panel's number, as sessions know it. */
  gameServerId: number
  by: FolderUser
}

/** Throws SftpRefusal in words, or ConfinedFileError. */
export interface SftpFolders {
  read<Result>(user: SftpUser, work: (root: ConfinedRoot) => Promise<Result>): Promise<Result>
  change<Result>(
    user: SftpUser,
    work: (root: ConfinedRoot, quota: DiskQuota) => Promise<Result>,
  ): Promise<Result>
  /** For what is open already. */
  requireChangeable(gameServerId: number): void
}

export function createSftpFolders(
  gameServers: Pick<GameServers, 'get' | 'numberOf' | 'workInFolder'>,
  quotaOf: (gameServerId: number) => DiskQuota,
): SftpFolders {
  function recordOf(gameServerId: number) {
    const supervisor = gameServers.get(gameServers.numberOf(gameServerId))
    if (!supervisor) throw missing('this node does not know the game server any longer')
    return supervisor.record
  }
  /** The panel ends the sessions, and is not needed for this. */
  function requireOpen({ gameServerId, by }: SftpUser): void {
    const { suspended } = recordOf(gameServerId).definition
    if (!suspended || by === 'administrator') return
    throw new SftpRefusal(reasonOf('suspended', { reason: suspended.reason }))
  }
  function requireChangeable(gameServerId: number): void {
    const refusal = refusalToChange(recordOf(gameServerId).state)
    if (refusal !== null) throw new SftpRefusal(refusal)
  }
  return {
    async read(user, work) {
      requireOpen(user)
      const { gameServerId, by } = user
      const number = gameServers.numberOf(gameServerId)
      return gameServers.workInFolder(number, { make: false, by }, async root => {
        if (root === null) throw missing('this game server has no files yet: install it first')
        return work(root)
      })
    },
    async change(user, work) {
      requireOpen(user)
      const { gameServerId, by } = user
      requireChangeable(gameServerId)
      const number = gameServers.numberOf(gameServerId)
      return gameServers.workInFolder(number, { make: true, by }, async root => {
        if (root === null) throw missing('this game server has no folder')
        return work(root, quotaOf(number))
      })
    },
    requireChangeable,
  }
}

function missing(message: string): SftpRefusal {
  return new SftpRefusal(message, sftpStatus.noSuchFile)
}
