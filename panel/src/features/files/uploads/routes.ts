// Routes of resumable uploads (tus 1.0): every request is answered by the node, so that any instance can go on.

import { randomBytes } from 'node:crypto'
import {
  appendToUpload,
  beginUpload,
  describeUploads,
  dropUpload,
  readUpload,
} from '@rookery/contracts/http/files.ts'
import { onGameServer } from '../../../platform/http/access-rule.ts'
import { type ByteExchange, byteRoute, type Route } from '../../../platform/http/route.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import type { Files } from '../files.ts'
import { abilityHeaders, tusVersion } from './logic/tus-headers.ts'
import { createNodeUploads } from './node-uploads.ts'
import { append, begin, drop, read } from './tus-requests.ts'

const mayManage = onGameServer('game-server-files')

export function uploadRoutes(files: Files): Route[] {
  const uploads = createNodeUploads(files, () => randomBytes(16).toString('hex'))
  return [
    byteRoute(describeUploads, mayManage, async ({ params }, { reply }) => {
      await files.gameServers.find(params.server)
      reply.headers({ 'tus-resumable': tusVersion, ...abilityHeaders })
    }),
    byteRoute(beginUpload, mayManage, (call, exchange) => {
      requireVersion(exchange)
      return begin(uploads, call, exchange)
    }),
    byteRoute(readUpload, mayManage, (call, exchange) => {
      requireVersion(exchange)
      return read(uploads, call, exchange)
    }),
    byteRoute(appendToUpload, mayManage, (call, exchange) => {
      requireVersion(exchange)
      return append(uploads, call, exchange)
    }),
    byteRoute(dropUpload, mayManage, (call, exchange) => {
      requireVersion(exchange)
      return drop(uploads, call, exchange)
    }),
  ]
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
