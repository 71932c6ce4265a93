// Serves the built web application: hashed files for ever, the page itself never from an old cache.

import { existsSync, readdirSync } from 'node:fs'
import fastifyStatic, { type SendOptions } from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpServer } from './http-server.ts'
import { pathWithoutQuery } from './request-facts.ts'

/** Answers whether a request without a route is a page of the application. */
export function isPageRequest(request: FastifyRequest): boolean {
  const path = pathWithoutQuery(request.url)
  const isApi = /^\/+api(\/|$)/i.test(path)
  return request.method === 'GET' && !isApi && !path.slice(path.lastIndexOf('/')).includes('.')
}

export async function addWebFiles(
  http: HttpServer,
  folder: string,
): Promise<(reply: FastifyReply) => FastifyReply> {
  if (!existsSync(`${folder}/index.html`)) {
    return reply =>
      reply.code(503).type('text/plain').send('The web application is not built. Run: npm run build\n')
  }
  await http.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    cacheControl: false,
    // The build has written a compressed form beside each file that gains by it.
    preCompressed: true,
    setHeaders(response, path) {
      const lasting = path.startsWith(`${folder}/assets/`)
      response.setHeader('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  addFileRoutes(http, folder)
  return reply => send(reply.header('cache-control', 'no-cache'), 'index.html')
}

/** Their names say what they hold: when they were built tells nobody anything. */
const lasting: SendOptions = { lastModified: false, acceptRanges: false }

/** In the form that the browser takes, which shared caches must know. */
function send(reply: FastifyReply, path: string, options: SendOptions = {}): FastifyReply {
  const others = [reply.getHeader('vary') ?? []].flat()
  return reply.header('vary', [...others, 'Accept-Encoding'].join(', ')).sendFile(path, options)
}

/** One route for all hashed files: hundreds of routes would take megabytes. Only what is there now is ever sent. */
function addFileRoutes(http: HttpServer, folder: string): void {
  const namesIn = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ name }) => name)
      .filter(name => !/\.(br|gz)$/.test(name))
  const method = ['HEAD', 'GET']
  for (const name of namesIn(folder))
    http.route({ method, url: `/${name}`, handler: (_, reply) => send(reply, name) })
  if (!existsSync(`${folder}/assets`)) return
  const assets = new Set(namesIn(`${folder}/assets`))
  http.route<{ Params: { name: string } }>({
    method,
    url: '/assets/:name',
    handler({ params: { name } }, reply) {
      return assets.has(name) ? send(reply, `assets/${name}`, lasting) : reply.callNotFound()
    },
  })
}
