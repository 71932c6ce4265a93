// The panel's HTTP side as a whole: routes, channels, API description, web application, and its orderly end.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import type { Config } from './config/config.ts'
import type { Caller } from './platform/caller.ts'
import type { Changes } from './platform/changes.ts'
import { addApiDocs } from './platform/http/api-docs.ts'
import { addRoutes, callerOf, createHttpServer, type HttpServerOptions } from './platform/http/http-server.ts'
import type { Route } from './platform/http/route.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { addWebFiles, isPageRequest } from './platform/http/web-files.ts'
import type { Log } from './platform/log.ts'
import { PanelError } from './platform/panel-error.ts'
import type { Channel } from './platform/websocket/channel.ts'
import {
  addChannels,
  type WebSocketServer,
  type WebSocketServerOptions,
} from './platform/websocket/websocket-server.ts'

interface WebServerOptions
  extends Pick<HttpServerOptions, 'authenticate' | 'authorize'>,
    WebSocketServerOptions {
  config: Config
  log: Log
  version: string
  routes: Route[]
  channels: Channel[]
  changes: Changes
  webFolder: string
  tls: { cert: string; key: string } | null
}

const captchaDomains = {
  captcha_v2: ['https://www.google.com', 'https://www.gstatic.com'],
  captcha_v3: ['https://www.google.com', 'https://www.gstatic.com'],
  challenge: ['https://challenges.cloudflare.com'],
}

export async function createWebServer(options: WebServerOptions) {
  const { config, log, webFolder } = options
  const headers = securityHeaders(config.securityHeaders, {
    inlineScriptHashes: inlineScriptHashes(webFolder),
    captchaDomains: config.captcha ? captchaDomains[config.captcha.provider] : [],
  })
  const httpOptions: HttpServerOptions = {
    log,
    authenticate: options.authenticate,
    authorize: options.authorize,
    answerHeaders(request) {
      const isHttps =
        options.tls !== null || config.http.forceHttps || request.headers['x-forwarded-proto'] === 'https'
      return isHttps ? headers.https : headers.plain
    },
    ...(options.tls ? { tls: options.tls } : {}),
  }
  const http = await createHttpServer(httpOptions)
  addRoutes(http, httpOptions, options.routes)
  const sockets = addChannels(http, options, options.channels)
  closeWhenRightsEnd(sockets, options.changes, log)
  addApiDocs(http, options.routes, options.channels, options.version)
  const sendPage = await addWebFiles(http, webFolder)
  http.setNotFoundHandler(async (request, reply) => {
    if (isPageRequest(request)) return sendPage(reply)
    // A restricted session is told so on unknown paths too (A14).
    const caller: Caller | null = await callerOf(httpOptions, request).catch(() => null)
    if (caller?.kind === 'login-session' && caller.restricted) throw new PanelError('session_restricted')
    throw new PanelError('not_found')
  })

  return {
    async listen(host: string, port: number): Promise<number> {
      await http.listen({ host, port })
      return (http.server.address() as AddressInfo).port
    },
    async close(): Promise<void> {
      sockets.closeAll(closeCodes.panelStops, 'the panel stops')
      await http.close()
    },
  }
}

/** An open channel lives no longer than the login session and the right that it was opened with (A43). */
function closeWhenRightsEnd(sockets: WebSocketServer, changes: Changes, log: Log): void {
  changes.listen(change => {
    if (change.kind === 'login-session-ended') {
      sockets.closeWhere(
        ({ connection }) => connection.caller.jti === change.jti,
        closeCodes.loginSessionEnded,
        'the login session has ended',
      )
    }
    if (change.kind === 'game-server-removed') {
      const id = String(change.gameServerId)
      sockets.closeWhere(
        ({ params }) => params.server === id,
        closeCodes.objectGone,
        'the game server was deleted',
      )
    }
    if (change.kind === 'rights-changed') {
      sockets
        .recheck(
          ({ connection }) => change.userId === 'everybody' || connection.caller.userId === change.userId,
        )
        .catch(error => log.error({ err: error }, 'could not judge open channels again'))
    }
  })
}

function inlineScriptHashes(webFolder: string): string[] {
  try {
    const page = readFileSync(`${webFolder}/index.html`, 'utf8')
    const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)
    return [...scripts].map(([, text]) =>
      createHash('sha256')
        .update(text ?? '')
        .digest('base64'),
    )
  } catch {
    return []
  }
}
