// The install script and the archives of the daemon, for machines that are no node yet.

import { createReadStream } from 'node:fs'
import { finished } from 'node:stream'
import {
  downloadDaemon,
  readInstallScript,
  readNodeInstall,
  reportInstallStep,
} from '@rookery/contracts/http/node-install.ts'
import { administrator, anyone } from '../../platform/http/access-rule.ts'
import { byteRoute, type Route, route } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { createDownloadLimit } from './download-limit.ts'
import type { NodeInstall } from './node-install.ts'

/** Fifty megabytes in this time is slower than any line that could carry a game. */
const downloadLimitMs = 15 * 60_000

interface NodeInstallRoutesDeps {
  install: NodeInstall
  limit: ReturnType<typeof createDownloadLimit>
}

export function nodeInstallRoutes({ install, limit }: NodeInstallRoutesDeps): Route[] {
  return [
    byteRoute(readInstallScript, anyone, async (_call, { reply }) => {
      const { script } = await install.script()
      return reply.type('text/x-shellscript; charset=utf-8').header('cache-control', 'no-cache').send(script)
    }),
    byteRoute(downloadDaemon, anyone, async ({ params, request }, { incoming, reply, signal }) => {
      const found = await install.file(params.file)
      if (!found) throw new PanelError('not_found')
      reply.header('cache-control', 'no-cache')
      if ('text' in found) return reply.type('text/plain; charset=utf-8').send(found.text)
      reply.type('application/gzip').header('content-length', found.sizeBytes)
      if (incoming.method === 'HEAD') return reply.send()
      const end = await limit.begin(request.countedIp)
      const bytes = createReadStream(found.file, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(downloadLimitMs)]),
      })
      finished(bytes, end)
      return reply.send(bytes)
    }),
    route(reportInstallStep, anyone, async ({ body }) => install.report(body)),
    route(readNodeInstall, administrator(), () => install.describe()),
  ]
}
