// Going back to before an update, a reinstallation or a change of the template: files and settings together.

import type { Rollback } from '@rookery/contracts/http/backups.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { BackupStorages } from '../backup-storages/backup-storages.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { NewTask, Tasks } from '../tasks/tasks.ts'
import type { BackupsStore } from './backups-store.ts'
import { offeredRollback } from './rollback-rules.ts'

interface RollBackDeps {
  store: Pick<BackupsStore, 'safetyBackups'>
  gameServers: Pick<GameServers, 'find' | 'requirePossible' | 'readySettingsOf' | 'takeBackSettings'>
  backupStorages: Pick<BackupStorages, 'usedBy' | 'node'>
  tasks: Pick<Tasks, 'create'>
  now(): number
}

export function createRollBack({ store, gameServers, backupStorages, tasks, now }: RollBackDeps) {
  async function find(gameServerId: number) {
    const server = await gameServers.find(gameServerId)
    const used = new Set((await backupStorages.usedBy(server)).map(({ storage }) => storage.id))
    const settings = await gameServers.readySettingsOf(gameServerId)
    const reachable = (await store.safetyBackups(server.uuid)).filter(({ storage }) => used.has(storage.id))
    const backup = offeredRollback(reachable, {
      ...{ state: server.state, stateChangedAtMs: server.stateChangedAtMs },
      ...{ readyAtMs: settings?.readyAtMs ?? null, nowMs: now() },
    })
    return { server, settings, backup }
  }

  return {
    async readRollback(gameServerId: number): Promise<Rollback | null> {
      const { backup, settings } = await find(gameServerId)
      if (!backup) return null
      const { id, before, taken_at_ms } = backup
      return { backup_id: id, before, taken_at: timeOf(taken_at_ms), has_settings: settings !== null }
    },

    /** The settings first: the start after the files are back must find them. */
    async rollBack(
      gameServerId: number,
      backupId: number,
      { userId }: SignedInCaller,
      order: Pick<NewTask, 'auditLine' | 'also'>,
    ): Promise<{ task_id: number }> {
      const { server, backup, settings } = await find(gameServerId)
      if (backup?.id !== backupId) {
        const message = 'going back to this backup is not offered any more: look at the game server again'
        throw new PanelError('conflict', { message })
      }
      await backupStorages.node.requireSupported(server.nodeId)
      await gameServers.requirePossible(server, 'restore')
      if (settings) await gameServers.takeBackSettings(gameServerId, settings, userId)
      const payload = { storage_id: backup.storage.id, snapshot: backup.snapshot, start: true }
      const asked = { nodeId: server.nodeId, gameServerId, requestedBy: userId }
      return { task_id: await tasks.create({ ...asked, kind: 'restore', payload, ...order }) }
    },
  }
}
