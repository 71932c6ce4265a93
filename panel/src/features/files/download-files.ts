// Downloads: a file as it is, a folder or several paths as an archive that is made while it is sent.

import { statAnswer } from '@rookery/contracts/daemon/file-request.ts'
import type { downloadFiles as endpoint } from '@rookery/contracts/http/files.ts'
import type { FastifyReply } from 'fastify'
import type { ByteExchange, Call } from '../../platform/http/route.ts'
import { onceBegun, sendBytes } from '../../platform/http/send-bytes.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Files } from './files.ts'
import { attachmentNamed } from './logic/content-disposition.ts'
import { nameOfPath } from './logic/file-path.ts'
import { serveFile } from './serve-file.ts'

type DownloadCall = Call<typeof endpoint>

export async function downloadFiles(
  files: Files,
  call: DownloadCall,
  exchange: ByteExchange,
): Promise<FastifyReply> {
  const isHead = call.request.method === 'HEAD'
  const [path, another] = call.query.path
  if (path === undefined || another !== undefined) return sendPacked(files, call, exchange)
  try {
    exchange.reply.header('content-disposition', attachmentNamed(nameOfPath(path)))
    return await serveFile(files.node, { call, path, isHead }, exchange)
  } catch (error) {
    exchange.reply.removeHeader('content-disposition')
    if (!mayBeFolder(error)) throw error
    const stat = await files.node.ask(call, { verb: 'stat', path }, statAnswer, exchange.signal)
    if (stat.entry.type !== 'directory') throw error
    return sendPacked(files, call, exchange)
  }
}

/** What is no file may be one; the game server's own folder is not even looked at as a file. */
function mayBeFolder(error: unknown): boolean {
  return error instanceof PanelError && (error.code === 'conflict' || error.code === 'forbidden')
}

async function sendPacked(
  files: Files,
  call: DownloadCall,
  { reply, signal }: ByteExchange,
): Promise<FastifyReply> {
  const { path: paths, format } = call.query
  const { name } = await files.gameServers.find(call.params.server)
  const transfer = await files.node.open(call, { verb: 'pack', paths, format }, signal)
  try {
    // The node refuses before its first byte: the answer has no status after that.
    const bytes = await onceBegun(transfer.bytes())
    const folder = paths.length === 1 ? nameOfPath(paths[0] ?? '') : ''
    reply.header('content-disposition', attachmentNamed(`${folder === '' ? name : folder}.${format}`))
    if (call.request.method === 'HEAD') transfer.close()
    return sendBytes(reply, call.request.method === 'HEAD' ? [] : bytes)
  } catch (error) {
    transfer.close()
    throw error
  }
}
