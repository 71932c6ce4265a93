// Asks a node about backups (L25): one transfer per request, refusals as errors of the API.

import type { BackupRequest, BackupVerb } from '@rookery/contracts/daemon/backup-request.ts'
import type * as z from 'zod'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { type FileTransfer, fileTransferOf, workLimitMs } from '../../platform/daemon-link/file-transfer.ts'
import { answerLimitMs } from '../../platform/daemon-link/transfers.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Nodes } from '../nodes/nodes.ts'

interface NodeBackupsDeps {
  nodes: Pick<Nodes, 'find'>
  link: Pick<DaemonLink, 'isOnline' | 'openTransfer'>
}

/** Worth a connection of their own. */
const verbsOfManyBytes: ReadonlySet<BackupVerb> = new Set(['read', 'pack'])

/** A storage that is far away and slow is asked before the first word of the answer. */
const storageLimitMs = 2 * 60_000

const limitOf: Record<BackupVerb, number> = {
  browse: storageLimitMs,
  read: storageLimitMs,
  manifest: storageLimitMs,
  refresh: storageLimitMs,
  repositories: storageLimitMs,
  inspect: storageLimitMs,
  search: workLimitMs,
  pack: workLimitMs,
  compare: workLimitMs,
  forget: workLimitMs,
  // The node itself gives up after twenty seconds.
  test: answerLimitMs,
  host_key: answerLimitMs,
}

/** Of no game server: 0. */
export interface AskedNode {
  nodeId: number
  gameServerId: number
}

export type NodeBackups = ReturnType<typeof createNodeBackups>

export function createNodeBackups({ nodes, link }: NodeBackupsDeps) {
  /** Rule L21: a daemon that did not name it is not asked. */
  async function requireSupported(nodeId: number): Promise<void> {
    const { name, capabilities } = await nodes.find(nodeId)
    if (capabilities.includes('backups')) return
    const message = `the daemon on the node "${name}" is too old for backups: upgrade the node, then try again`
    throw new PanelError('conflict', { message })
  }

  /** The transfer is closed when `signal` aborts: the node stops what nobody waits for. */
  async function open(
    { nodeId, gameServerId }: AskedNode,
    request: BackupRequest,
    signal: AbortSignal,
  ): Promise<FileTransfer> {
    if (!link.isOnline(nodeId)) {
      throw new PanelError('node_offline', {
        message:
          'the node is not connected, and only the node can reach its backups: try again when it is back',
      })
    }
    await requireSupported(nodeId)
    const byBytesLine = verbsOfManyBytes.has(request.verb)
    const value = { gameServerId, request: JSON.stringify(request), byBytesLine }
    signal.throwIfAborted()
    const transfer = await link.openTransfer(nodeId, { $case: 'backupWork', value })
    return fileTransferOf(transfer, signal, limitOf[request.verb])
  }

  return {
    requireSupported,
    open,
    /** For requests with one answer. */
    async ask<Answer>(
      asked: AskedNode,
      request: BackupRequest,
      shape: z.ZodType<Answer>,
      signal: AbortSignal,
    ): Promise<Answer> {
      const transfer = await open(asked, request, signal)
      try {
        return await transfer.answer(shape)
      } finally {
        transfer.close()
      }
    },
  }
}
