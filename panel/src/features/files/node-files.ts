// Asks the node of a game server for its files: one transfer per request, refusals as errors of the API.

import type { FileRequest } from '@rookery/contracts/daemon/file-request.ts'
import type * as z from 'zod'
import type { Caller } from '../../platform/caller.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { type FileTransfer, fileTransferOf, workLimitMs } from '../../platform/daemon-link/file-transfer.ts'
import { answerLimitMs } from '../../platform/daemon-link/transfers.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Access } from '../access/access.ts'
import type { GameServers } from '../game-servers/game-servers.ts'

interface NodeFilesDeps {
  access: Pick<Access, 'isAdministrator'>
  gameServers: Pick<GameServers, 'nodeOf'>
  link: Pick<DaemonLink, 'openTransfer'>
}

/** Worth a connection of their own; all others are answered in one or two messages. */
const verbsOfManyBytes: ReadonlySet<FileRequest['verb']> = new Set(['read', 'write', 'append_upload', 'pack'])

/** These do all of their work before they answer; every other one says first that it was understood. */
const verbsOfLongWork: ReadonlySet<FileRequest['verb']> = new Set([
  'copy',
  'delete',
  'hash',
  'search',
  'pack',
  'usage',
  'finish_upload',
])

export type NodeFiles = ReturnType<typeof createNodeFiles>

/** Who asks for the files of which game server. */
export interface FilesCall {
  params: { server: number }
  caller: Caller
}

export function createNodeFiles({ gameServers, link, access }: NodeFilesDeps) {
  /** The transfer is closed when `signal` aborts: the node stops what nobody waits for. */
  async function open(
    { params: { server: gameServerId }, caller }: FilesCall,
    request: FileRequest,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<FileTransfer> {
    const nodeId = await gameServers.nodeOf(gameServerId)
    if (nodeId === null) throw new PanelError('not_found', { message: 'there is no such game server' })
    const byBytesLine = verbsOfManyBytes.has(request.verb)
    const byAdministrator = caller.kind !== 'anonymous' && (await access.isAdministrator(caller.userId))
    const value = { gameServerId, request: JSON.stringify(request), byBytesLine, byAdministrator }
    signal.throwIfAborted()
    const transfer = await link.openTransfer(nodeId, { $case: 'fileWork', value })
    return fileTransferOf(transfer, signal, verbsOfLongWork.has(request.verb) ? workLimitMs : answerLimitMs)
  }

  return {
    open,
    /** For requests with one answer. */
    async ask<Answer>(
      call: FilesCall,
      request: FileRequest,
      shape: z.ZodType<Answer>,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Answer> {
      const transfer = await open(call, request, signal)
      try {
        return await transfer.answer(shape)
      } finally {
        transfer.close()
      }
    },
  }
}
