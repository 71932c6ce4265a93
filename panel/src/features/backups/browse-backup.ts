// What is inside a backup, read through the node: folders, names that match, one file, an archive of some.

import { backupEntry, browseAnswer, searchAnswer } from '@rookery/contracts/daemon/backup-request.ts'
import type {
  BackedUpFile,
  downloadBackedUpFiles,
  listBackedUpFiles,
  readBackedUpFile,
  searchBackedUpFiles,
} from '@rookery/contracts/http/backups.ts'
import type { QueryOf } from '@rookery/contracts/http/endpoint.ts'
import { editorLimitBytes } from '@rookery/contracts/http/files.ts'
import type { FastifyReply } from 'fastify'
import { windowOf } from '../../platform/http/paging.ts'
import type { ByteExchange, Page, RequestFacts } from '../../platform/http/route.ts'
import { exactly, onceBegun, sendBytes } from '../../platform/http/send-bytes.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { BackupStorages } from '../backup-storages/backup-storages.ts'
import { attachmentNamed } from '../files/logic/content-disposition.ts'
import { nameOfPath } from '../files/logic/file-path.ts'
import { fileAnswer } from './backup-answers.ts'

/** A backup of a game server with the way to it. */
interface OpenBackup {
  node: BackupStorages['node']
  asked: { nodeId: number; gameServerId: number }
  /** Of the game server. */
  name: string
  within: { storage_id: number; snapshot: string }
}

interface QueryCall<Query> {
  query: Query
  request: RequestFacts
}

export async function browseBackup(
  { node, asked, within }: OpenBackup,
  query: QueryOf<typeof listBackedUpFiles>,
  signal: AbortSignal,
): Promise<Page<BackedUpFile>> {
  const request = { verb: 'browse', ...within, path: query.path, ...windowOf(query) } as const
  const { entries, total } = await node.ask(asked, request, browseAnswer, signal)
  return { items: entries.map(fileAnswer), total }
}

export async function searchBackup(
  { node, asked, within }: OpenBackup,
  { name, limit }: QueryOf<typeof searchBackedUpFiles>,
  signal: AbortSignal,
): Promise<{ matches: BackedUpFile[]; is_cut: boolean }> {
  const request = { verb: 'search', ...within, name, limit } as const
  const { entries, is_cut } = await node.ask(asked, request, searchAnswer, signal)
  return { matches: entries.slice(0, limit).map(fileAnswer), is_cut: is_cut || entries.length > limit }
}

/** To look at, at most 5 MB. */
export async function sendBackedUpFile(
  { node, asked, within }: OpenBackup,
  { query, request: { method } }: QueryCall<QueryOf<typeof readBackedUpFile>>,
  { reply, signal }: ByteExchange,
): Promise<FastifyReply> {
  const request = { verb: 'read', ...within, path: query.path, limit_bytes: editorLimitBytes } as const
  const transfer = await node.open(asked, request, signal)
  try {
    const { size_bytes } = await transfer.answer(backupEntry)
    if (size_bytes > editorLimitBytes || size_bytes < 0) {
      const message = `the file has ${size_bytes} bytes, and at most 5 MB can be shown: download it instead`
      throw new PanelError('too_large', { message })
    }
    reply.header('content-length', size_bytes)
    if (method === 'HEAD') transfer.close()
    return sendBytes(reply, method === 'HEAD' ? [] : exactly(transfer.bytes(), size_bytes))
  } catch (error) {
    transfer.close()
    throw error
  }
}

/** As a zip that is made while it is sent. */
export async function downloadFromBackup(
  { node, asked, name, within }: OpenBackup,
  { query, request: { method } }: QueryCall<QueryOf<typeof downloadBackedUpFiles>>,
  { reply, signal }: ByteExchange,
): Promise<FastifyReply> {
  const request = { verb: 'pack', ...within, path: query.path, format: 'zip' } as const
  const transfer = await node.open(asked, request, signal)
  try {
    // The node refuses before its first byte: the answer has no status after that.
    const bytes = await onceBegun(transfer.bytes())
    const packed = nameOfPath(query.path)
    reply.header('content-disposition', attachmentNamed(`${packed === '' ? name : packed}.zip`))
    if (method === 'HEAD') transfer.close()
    return sendBytes(reply, method === 'HEAD' ? [] : bytes)
  } catch (error) {
    transfer.close()
    throw error
  }
}
