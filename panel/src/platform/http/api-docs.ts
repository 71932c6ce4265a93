// The API described for programs (OpenAPI) and for people (one page without scripts).

import { apiDocsPath } from '@rookery/contracts/http/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Channel } from '../websocket/channel.ts'
import type { HttpServer } from './http-server.ts'
import { openApiDocument } from './openapi.ts'
import type { Route } from './route.ts'

export interface DescribedApi {
  routes: Route[]
  channels: Channel[]
  version: string
  /** Refuses readers with a PanelError. */
  refuse(request: FastifyRequest): Promise<void>
}

export const apiDocPaths = ['/api/openapi.json', apiDocsPath] as const

export function addApiDocs(http: HttpServer, { routes, channels, version, refuse }: DescribedApi): void {
  const onRequest = (request: FastifyRequest) => refuse(request)
  // Made when somebody asks: it takes longer than most of a start, and hardly anybody does.
  let document: string | null = null
  const [documentPath, pagePath] = apiDocPaths
  http.get(documentPath, { onRequest }, (_, reply) => {
    document ??= JSON.stringify(openApiDocument(routes, version))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  http.get(pagePath, { onRequest }, (_, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(routes, channels, version)),
  )
}

const demands: Record<Route['access']['demand']['who'], (demand: Route['access']['demand']) => string> = {
  anyone: () => 'anyone',
  'login session': () => 'login session',
  'signed in': demand => `signed in${tokenText(demand)}`,
  administrator: demand => `administrator${tokenText(demand)}`,
  'on game server': demand =>
    demand.who === 'on game server' ? `${demand.permissions.join(' and ')}${tokenText(demand)}` : '',
  'in section': demand =>
    demand.who === 'in section' ? `${demand.permission} on ${demand.objectType}${tokenText(demand)}` : '',
}

function whoMay({ demand, takesShortLivedToken }: Route['access']): string {
  const message = demands[demand.who](demand)
  return takesShortLivedToken ? `${message}; the token may stand in ?token= as a short-lived one` : message
}

function tokenText(demand: Route['access']['demand']): string {
  if (!('tokens' in demand) || demand.tokens === 'refused') return ''
  return demand.tokens === 'any ability'
    ? ', or any access token'
    : `, or an access token with ${demand.tokens}`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, character => escapes[character] ?? '')

function row(method: string, path: string, summary: string, who: string): string {
  const cells = [`<b>${method}</b>`, `<code>${escapeHtml(path)}</code>`, escapeHtml(summary), escapeHtml(who)]
  return `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
}

function docsPage(routes: Route[], channels: Channel[], version: string): string {
  const routeRows = routes.map(({ endpoint, access }) =>
    row(endpoint.method, endpoint.path, endpoint.summary, whoMay(access)),
  )
  const channelRows = channels.map(({ path, summary, access }) =>
    row('WS', path, summary, demands[access.demand.who](access.demand)),
  )
  const head = '<tr><th>Method</th><th>Path</th><th>What it does</th><th>Who may</th></tr>'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rookery API</title><style>${styles}</style><main><h1>Rookery API <small>${escapeHtml(version)}</small></h1>
<p>Send <code>Authorization: Bearer TOKEN</code>. The whole description is in <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
Refused requests answer with a JSON body: <code>code</code>, <code>message</code>, <code>request_id</code> and, per field, <code>errors</code>.</p>
<h2>Routes</h2><table>${head}${routeRows.join('')}</table>
<h2>WebSocket channels</h2><p>Ask for a short-lived token right before you connect and pass it as <code>?token=</code>.</p>
<table>${head}${channelRows.join('')}</table></main></html>`
}

const styles = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0}
main{max-width:70rem;margin:3rem auto;padding:0 1.5rem}h1 small{font-weight:400;opacity:.6;font-size:1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem .75rem .5rem 0;border-bottom:1px solid #8884;vertical-align:top}
code{font:13px ui-monospace,monospace}td:first-child b{font:600 12px ui-monospace,monospace}`
