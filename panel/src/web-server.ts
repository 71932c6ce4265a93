// The panel's HTTP side as a whole: routes, channels, API description, web application, and its orderly end.

import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { closeCodes, farewellReason } from '@rookery/contracts/websocket/envelope.ts'
import type { FastifyRequest } from 'fastify'
import { ownOrigin } from './config/build-config.ts'
import type { Config } from './config/config.ts'
import { addApiDocs, apiDocPaths } from './platform/api-description/api-docs.ts'
import type { Changes } from './platform/changes.ts'
import type { CertificatePair } from './platform/http/certificate-files.ts'
import { corsHeaders, noPermission } from './platform/http/cors.ts'
import type { Draining } from './platform/http/draining.ts'
import {
  addRoutes,
  createHttpServer,
  type HttpServerOptions,
  refuseWhileEnrolling,
} from './platform/http/http-server.ts'
import { createAllowedMethods } from './platform/http/logic/allowed-methods.ts'
import { printable } from './platform/http/logic/printable.ts'
import { pathWithoutQuery } from './platform/http/request-facts.ts'
import type { Route } from './platform/http/route.ts'
import { inlineScriptHashes, isForwardedHttps, securityHeaders } from './platform/http/security-headers.ts'
import { addWebFiles, isPageRequest } from './platform/http/web-files.ts'
import type { Log } from './platform/log.ts'
import { PanelError } from './platform/panel-error.ts'
import type { Channel } from './platform/websocket/channel.ts'
import { isAllowedOrigin } from './platform/websocket/logic/allowed-origin.ts'
import {
  addChannels,
  type WebSocketServer,
  type WebSocketServerOptions,
} from './platform/websocket/websocket-server.ts'

interface WebServerOptions
  extends Pick<
      HttpServerOptions,
      | 'answered'
      | 'authenticate'
      | 'authorize'
      | 'bodyTimes'
      | 'denied'
      | 'headerTimes'
      | 'performOnce'
      | 'spendShortLivedToken'
      | 'whenEnded'
    >,
    Pick<WebSocketServerOptions, 'now'> {
  config: Config
  log: Log
  version: string
  routes: Route[]
  channels: Channel[]
  changes: Changes
  webFolder: string
  tls: CertificatePair | null
  draining: Draining
}

const captchaDomains = {
  captcha_v2: ['https://www.google.com', 'https://www.gstatic.com'],
  captcha_v3: ['https://www.google.com', 'https://www.gstatic.com'],
  challenge: ['https://challenges.cloudflare.com'],
}

export async function createWebServer(options: WebServerOptions) {
  const { config, log, webFolder } = options
  let ownPages = ownOrigin(config.http, config.http.port)
  const page = `${webFolder}/index.html`
  const headers = securityHeaders(config.securityHeaders, {
    inlineScriptHashes: existsSync(page) ? inlineScriptHashes(readFileSync(page, 'utf8')) : [],
    captchaDomains: config.captcha ? captchaDomains[config.captcha.provider] : [],
  })
  const usualHeaders = {
    plain: { ...headers.plain, ...noPermission },
    https: { ...headers.https, ...noPermission },
  }
  const httpOptions: HttpServerOptions = {
    log,
    authenticate: options.authenticate,
    spendShortLivedToken: options.spendShortLivedToken,
    bodyTimes: options.bodyTimes,
    headerTimes: options.headerTimes,
    authorize: options.authorize,
    denied: options.denied,
    ...(options.answered && { answered: options.answered }),
    performOnce: options.performOnce,
    whenEnded: options.whenEnded,
    clientIpHeader: config.audit.clientIpHeader,
    answerHeaders(request) {
      const isHttps =
        options.tls !== null ||
        config.http.forceHttps ||
        isForwardedHttps(request.headers['x-forwarded-proto'])
      const cors = corsHeaders(request, allowedOriginsOf(config.http, ownPages))
      if (cors === noPermission) return isHttps ? usualHeaders.https : usualHeaders.plain
      return { ...(isHttps ? headers.https : headers.plain), ...cors }
    },
    draining: options.draining,
    ...(options.tls ? { tls: options.tls } : {}),
  }
  const http = await createHttpServer(httpOptions)
  addRoutes(http, httpOptions, options.routes)
  const refuse: WebSocketServerOptions['refuse'] = request => refuseWhileEnrolling(httpOptions, request)
  const { clientIpHeader } = httpOptions
  const refuseChannel: WebSocketServerOptions['refuse'] = async request => {
    await refuse(request)
    const { origin, host } = request.headers
    if (isAllowedOrigin({ origin, host }, [ownPages, ...config.http.allowedOrigins])) return
    const message = 'a web page of another origin may not open channels of this panel'
    log.warn({ origin, host, request_id: request.id }, `${message}: is it missing in HTTP_ALLOWED_ORIGINS?`)
    throw new PanelError('forbidden', {
      message: `${message}: open its own page, or have its administrator add the origin to HTTP_ALLOWED_ORIGINS`,
    })
  }
  const sockets = addChannels(http, { ...options, clientIpHeader, refuse: refuseChannel }, options.channels)
  closeWhenRightsEnd(sockets, options.changes, log)
  addApiDocs(http, { ...options, refuse })
  const sendPage = await addWebFiles(http, webFolder)
  const allowedMethods = createAllowedMethods([
    ...options.routes.map(({ endpoint }) => endpoint),
    ...options.channels.map(({ path }) => ({ method: 'GET', path })),
    ...apiDocPaths.map(path => ({ method: 'GET', path })),
  ])
  const noRoute = ({ method, url }: FastifyRequest): PanelError => {
    // Whether something is there is not told apart from nothing.
    const allowed = method === 'HEAD' ? [] : allowedMethods(pathWithoutQuery(url))
    if (allowed.length === 0) return new PanelError('not_found')
    const list = allowed.join(', ')
    const message = `this address does not take ${printable(method, 32)}: use ${list}`
    return new PanelError('method_not_allowed', { message, headers: { allow: list } })
  }
  http.setNotFoundHandler(async (request, reply) => {
    if (isPageRequest(request)) return sendPage(reply)
    await refuse(request)
    const allowed = request.method === 'OPTIONS' ? allowedMethods(pathWithoutQuery(request.url)) : []
    if (allowed.length === 0) throw noRoute(request)
    return reply
      .code(204)
      .header('allow', [...allowed, 'OPTIONS'].toSorted().join(', '))
      .send()
  })

  return {
    async listen(host: string, port: number): Promise<number> {
      await http.listen({ host, port })
      const boundPort = (http.server.address() as AddressInfo).port
      ownPages = ownOrigin(config.http, boundPort)
      return boundPort
    },
    /** Whoever has a channel open; the same one again for each channel. */
    *channelCalls() {
      for (const { call } of sockets.openChannels()) yield call
    },
    /** The path of every channel that is open. */
    *openChannels() {
      for (const { channel } of sockets.openChannels()) yield channel.path
    },
    /** For connections that are opened from now on. */
    useCertificate(pair: CertificatePair): void {
      if (http.server instanceof TlsServer) http.server.setSecureContext(pair)
    },
    async close(): Promise<void> {
      await options.draining.begin()
      sockets.closeAll(closeCodes.panelStops, farewellReason([...sockets.openChannels()].length))
      await http.close()
    },
  }
}

/** An open channel lives no longer than the login session and the right that it was opened with (A43). */
function closeWhenRightsEnd(sockets: WebSocketServer, changes: Changes, log: Log): void {
  changes.listen(change => {
    if (change.kind === 'login-session-ended') {
      sockets.closeWhere(
        ({ call: { caller } }) => caller.kind === 'login-session' && caller.jti === change.jti,
        closeCodes.loginSessionEnded,
        'the login session has ended',
      )
    }
    if (change.kind === 'login-sessions-ended') {
      sockets.closeWhere(
        ({ call: { caller } }) =>
          caller.kind === 'login-session' &&
          caller.userId === change.userId &&
          caller.issuedAtMs < change.beforeMs,
        closeCodes.loginSessionEnded,
        'the login session has ended',
      )
    }
    if (change.kind === 'service-account-key-ends') {
      const { userId, keyId, atMs } = change
      sockets.endWhere(
        ({ call: { caller } }) =>
          caller.kind === 'service-account' &&
          caller.userId === userId &&
          (keyId === null || keyId === caller.keyId),
        atMs ?? 0,
      )
    }
    if (change.kind === 'user-removed') {
      sockets.closeWhere(
        ({ call }) => call.caller.userId === change.userId,
        closeCodes.loginSessionEnded,
        'the user was deleted',
      )
    }
    if (change.kind === 'game-server-removed') {
      const id = String(change.gameServerId)
      sockets.closeWhere(
        ({ call }) => call.params.server === id,
        closeCodes.objectGone,
        'the game server was deleted',
      )
    }
    if (change.kind === 'rights-changed') {
      sockets
        .recheck(({ call }) => change.userId === 'everybody' || call.caller.userId === change.userId)
        .catch(error => log.error({ err: error }, 'could not check open channels again'))
    }
  })
}

/** Without a list the panel's own pages alone, wherever HTTP_HOST says that they are (5.10). */
function allowedOriginsOf(http: Config['http'], ownPages: string): readonly string[] {
  return http.allowedOrigins.length > 0 ? http.allowedOrigins : [ownPages]
}
