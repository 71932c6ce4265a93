// A backup becomes a new game server: with the settings of its manifest, and its files by a task of the new one's node.

import { type BackupManifest, backupManifest } from '@rookery/contracts/backups.ts'
import { inspectedRepository } from '@rookery/contracts/daemon/backup-request.ts'
import type { restoreAsNewServer } from '@rookery/contracts/http/backups.ts'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import type { SignedInCaller } from '../../platform/caller.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import type { BackupStorages } from '../backup-storages/backup-storages.ts'
import { reachSame } from '../backup-storages/node-key-rules.ts'
import { isAssigned } from '../backup-storages/storage-rules.ts'
import type { Asking, GameServers } from '../game-servers/game-servers.ts'
import type { StoredBackup } from './backups-store.ts'

interface RestoreAsNewDeps {
  gameServers: Pick<GameServers, 'createFromBackup'>
  backupStorages: Pick<BackupStorages, 'usedBy' | 'node' | 'accessOf' | 'passwordOf'>
}

/** Who wants a game server back. */
export interface AskingForRestored {
  caller: SignedInCaller
  once: Asking['once']
  signal: AbortSignal
}

interface FoundBackup {
  server: { id: number; uuid: string; nodeId: number; nodeName: string }
  backup: StoredBackup
}

const sealed = 'the password of these backups cannot be read: restore ENCRYPTION_KEY'

export function createRestoreAsNewServer({ gameServers, backupStorages }: RestoreAsNewDeps) {
  const { node } = backupStorages

  /** By the node of the new one, which reaches the storage: that of the other may be gone. */
  async function readManifest(
    { server, backup }: FoundBackup,
    nodeId: number,
    signal: AbortSignal,
  ): Promise<BackupManifest> {
    const text = nodeId === server.nodeId ? await askOwn() : await inspectFrom(nodeId)
    const manifest = text === null ? null : parseJsonOrNull(backupManifest, text)
    if (manifest) return manifest
    const message =
      'the settings in this backup cannot be read: create a server, and restore the files into it'
    throw new PanelError('conflict', { message })

    async function askOwn(): Promise<string> {
      const within = { storage_id: backup.storage.id, snapshot: backup.snapshot }
      const asked = { nodeId: server.nodeId, gameServerId: server.id }
      const shape = z.object({ manifest: z.string() })
      return (await node.ask(asked, { verb: 'manifest', ...within }, shape, signal)).manifest
    }

    async function inspectFrom(other: number): Promise<string | null> {
      const { place, secret } = await backupStorages.accessOf(backup.storage.id, other)
      const key = { serverUuid: server.uuid, storageId: backup.storage.id }
      const password = await backupStorages.passwordOf(key)
      if (password === null) throw new PanelError('conflict', { message: sealed })
      const of = { uuid: server.uuid, passwords: [password], snapshot: backup.snapshot }
      const request = { verb: 'inspect', place, secret, ...of } as const
      const asked = { nodeId: other, gameServerId: 0 }
      const { manifest, problem } = await node.ask(asked, request, inspectedRepository, signal)
      if (manifest === null && problem) throw new PanelError('conflict', { message: problem.message })
      return manifest
    }
  }

  /** Its node must reach the storage; a folder is on one node alone. */
  async function requireReach({ server, backup }: FoundBackup, nodeId: number): Promise<void> {
    if (nodeId === server.nodeId) return
    const used = (await backupStorages.usedBy(server)).find(({ storage }) => storage.id === backup.storage.id)
    if (used?.storage.place.kind === 'folder') {
      throw invalidField('node_id', `this backup is in a folder of "${server.nodeName}": choose that node`)
    }
    if (!used || !isAssigned(used.storage, nodeId)) {
      const message = `the storage "${backup.storage.name}" is not assigned to this node: assign it, or choose another node`
      throw invalidField('node_id', message)
    }
    if (!reachSame(used.storage, server.nodeId, nodeId)) {
      const message = `the nodes have folders of their own in this storage, and this backup is in that of "${server.nodeName}": choose that node`
      throw invalidField('node_id', message)
    }
    await node.requireSupported(nodeId)
  }

  return async (
    found: FoundBackup,
    { start, ...input }: BodyOf<typeof restoreAsNewServer>,
    { caller, once, signal }: AskingForRestored,
  ): Promise<{ id: number; taskId: number }> => {
    const { server, backup } = found
    const nodeId = input.node_id ?? server.nodeId
    await requireReach(found, nodeId)
    const manifest = await readManifest(found, nodeId, signal)
    const source = { storageId: backup.storage.id, uuid: server.uuid }
    const within = { storage_id: backup.storage.id, snapshot: backup.snapshot, source_uuid: server.uuid }
    const task = { kind: 'restore', payload: { ...within, without_safety: true, start } } as const
    const made = await gameServers.createFromBackup(
      { ...input, node_id: nodeId },
      { manifest, source, task },
      { requestedBy: caller.userId, once },
    )
    return { id: made.id, taskId: made.taskId ?? 0 }
  }
}
