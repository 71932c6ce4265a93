// The API described for programs (OpenAPI, AsyncAPI) and for people: one page, whole without its script.

import { apiDocsPath } from '@rookery/contracts/http/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { HttpServer } from '../http/http-server.ts'
import type { Route } from '../http/route.ts'
import { sendCompressed } from '../http/send-compressed.ts'
import { asyncApiDocument } from './asyncapi.ts'
import { docsPage } from './docs-page.ts'
import { docsScript } from './docs-script.ts'
import { inOpenApi30 } from './logic/openapi-3-0.ts'
import { openApiDocument } from './openapi.ts'

export interface DescribedApi {
  routes: Route[]
  version: string
  /** Refuses readers with a PanelError. */
  refuse(request: FastifyRequest): Promise<void>
}

const json = 'application/json; charset=utf-8'

/** What is at each address, made when somebody asks: it takes longer than most of a start, and hardly anybody does. */
function documentsOf({ routes, version }: DescribedApi) {
  const openApi = once(() => openApiDocument(routes, version).document)
  const asyncApi = once(() => asyncApiDocument(version))
  return {
    '/api/openapi.json': { type: json, make: () => JSON.stringify(openApi()) },
    '/api/openapi-3.0.json': {
      type: json,
      make: () => JSON.stringify(inOpenApi30(openApi())),
    },
    '/api/asyncapi.json': { type: json, make: () => JSON.stringify(asyncApi().document) },
    [apiDocsPath]: {
      type: 'text/html; charset=utf-8',
      make: () => docsPage(openApi(), asyncApi().channels, version),
    },
    [`${apiDocsPath}.js`]: { type: 'text/javascript; charset=utf-8', make: () => docsScript },
  }
}

function once<Made>(make: () => Made): () => Made {
  let made: { it: Made } | null = null
  return () => {
    made ??= { it: make() }
    return made.it
  }
}

export const apiDocPaths = Object.keys(documentsOf({ routes: [], version: '', refuse: async () => {} }))

export function addApiDocs(http: HttpServer, api: DescribedApi): void {
  const onRequest = (request: FastifyRequest) => api.refuse(request)
  for (const [path, { type, make }] of Object.entries(documentsOf(api))) {
    let made: Buffer | null = null
    http.get(path, { onRequest }, (request, reply) => {
      made ??= Buffer.from(make())
      return sendCompressed(made, request, reply.type(type))
    })
  }
}
