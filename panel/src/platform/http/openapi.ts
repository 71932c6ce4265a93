// OpenAPI 3.1, made from the same route table that the server runs.

import * as z from 'zod'
import type { Route } from './route.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.ZodType, io: 'input' | 'output', refusesUnknown = false): Json {
  const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
    if (refusesUnknown && zodSchema._zod.def.type === 'object') jsonSchema.additionalProperties ??= false
  }
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override }) as Json
  return rest
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

const refusal = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

function securityOf({ demand, takesShortLivedToken }: Route['access']): Json {
  if (demand.who === 'anyone') return { security: [] }
  return takesShortLivedToken ? { security: [{ bearer: [] }, { shortLivedToken: [] }] } : {}
}

function operation({ endpoint, access }: Route): Json {
  const segment = endpoint.path.split('/')[2] ?? 'panel'
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/[^A-Za-z0-9]+(\w)/g, (_, c: string) => c.toUpperCase()).replaceAll(/\W/g, '')}`,
    summary: endpoint.summary,
    tags: [segment],
    ...securityOf(access),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: { [endpoint.status]: { description: 'Done', ...answerContent(endpoint) }, default: refusal },
  }
}

/** Bytes have a media type and no schema (OpenAPI 3.1). */
function requestBody({ body, bytes, method, ignoresUnknownFields }: Route['endpoint']): Json {
  if (body) {
    const schema = schemaOf(body, 'input', !ignoresUnknownFields)
    const content = { 'application/json': { schema } }
    return { requestBody: { required: true, content } }
  }
  const takesBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  return bytes?.body && takesBody ? { requestBody: { required: true, content: { [bytes.body]: {} } } } : {}
}

function answerContent({ answer, bytes }: Route['endpoint']): Json {
  if (answer) return { content: { 'application/json': { schema: schemaOf(answer, 'output') } } }
  return bytes?.answer ? { content: { [bytes.answer]: {} } } : {}
}

const errorSchema = {
  type: 'object',
  required: ['status', 'code', 'message', 'http_code', 'request_id'],
  properties: {
    status: { const: 'error' },
    code: { type: 'string' },
    message: { type: 'string' },
    http_code: { type: 'integer' },
    request_id: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
}

export function openApiDocument(routes: Route[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = paths[route.endpoint.path] ?? {}
    path[route.endpoint.method.toLowerCase()] = operation(route)
    paths[route.endpoint.path] = path
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rookery',
      version,
      description: 'The HTTP API of the panel. The web interface uses nothing else.',
    },
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        shortLivedToken: { type: 'apiKey', in: 'query', name: 'token' },
      },
    },
  }
}
