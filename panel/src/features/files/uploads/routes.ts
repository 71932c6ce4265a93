// Routes of resumable uploads and of transfers of large files, both tus 1.0: every request is answered by the node, so
// that any instance can go on.

import { randomBytes } from 'node:crypto'
import { largeTransfer, resumableUpload, uploadLimitBytes } from '@rookery/contracts/http/files.ts'
import { onGameServer } from '../../../platform/http/access-rule.ts'
import { type ByteExchange, byteRoute, type Route } from '../../../platform/http/route.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import type { Files } from '../files.ts'
import { abilityHeaders, tusVersion } from './logic/tus-headers.ts'
import { createNodeUploads, type NodeUploads } from './node-uploads.ts'
import { append, begin, drop, read } from './tus-requests.ts'

const mayManage = onGameServer('game-server-files')

export function uploadRoutes(files: Files): Route[] {
  const uploads = createNodeUploads(files, () => randomBytes(16).toString('hex'))
  return [
    ...tusRoutes(resumableUpload, files, uploads, async () => uploadLimitBytes),
    ...tusRoutes(largeTransfer, files, uploads, () => requireTransfers(files)),
  ]
}

/** `limitBytes` is asked when something begins; what has begun may end, also after transfers were turned off. */
function tusRoutes(
  tus: typeof resumableUpload | typeof largeTransfer,
  { gameServers }: Files,
  uploads: NodeUploads,
  limitBytes: () => Promise<number>,
): Route[] {
  const pathOf = (gameServerId: number, uploadId: string) =>
    tus.read.path.replace('{server}', String(gameServerId)).replace('{upload}', uploadId)
  return [
    byteRoute(tus.describe, mayManage, async ({ params }, { reply }) => {
      await gameServers.find(params.server)
      reply.headers({ 'tus-resumable': tusVersion, ...abilityHeaders(await limitBytes()) })
    }),
    byteRoute(tus.begin, mayManage, async (call, exchange) => {
      requireVersion(exchange)
      await begin({ uploads, limitBytes: await limitBytes(), pathOf }, call, exchange)
    }),
    byteRoute(tus.read, mayManage, (call, exchange) => {
      requireVersion(exchange)
      return read(uploads, call, exchange)
    }),
    byteRoute(tus.append, mayManage, (call, exchange) => {
      requireVersion(exchange)
      return append(uploads, call, exchange)
    }),
    byteRoute(tus.drop, mayManage, (call, exchange) => {
      requireVersion(exchange)
      return drop(uploads, call, exchange)
    }),
  ]
}

/** The largest file that a transfer takes. */
async function requireTransfers(files: Files): Promise<number> {
  const limitBytes = await files.transferLimitBytes()
  if (limitBytes !== null) return limitBytes
  throw new PanelError('conflict', {
    message:
      'transfers of large files are off: an administrator can turn them on in the settings of the panel, or with FILES_LARGE_TRANSFERS=true',
  })
}

/** Every answer names the version, refusals too. */
function requireVersion({ incoming, reply }: ByteExchange): void {
  reply.header('tus-resumable', tusVersion)
  if (incoming.headers['tus-resumable'] === tusVersion) return
  throw new PanelError('precondition_failed', {
    message: `send the header Tus-Resumable: ${tusVersion}`,
    headers: { 'tus-version': tusVersion },
  })
}
