// OpenAPI 3.1, made from the same route table that the server runs.

import { examples } from '@rookery/contracts/api/examples.ts'
import { answerHeaders, type RequestHeader, requestHeaders } from '@rookery/contracts/api/headers.ts'
import { isDescribed, type NamedOperation, operationOf } from '@rookery/contracts/api/operations.ts'
import { refusalsOf } from '@rookery/contracts/api/refusals.ts'
import { apiSections } from '@rookery/contracts/api/sections.ts'
import { type ErrorCode, errors } from '@rookery/contracts/errors.ts'
import type * as z from 'zod'
import type { Route } from '../http/route.ts'
import { exampleOf } from './logic/example-of.ts'
import { isObject, type Json } from './logic/json-schema.ts'
import { createSchemas, type Schemas } from './schemas.ts'
import { whoMayCall } from './who-may-call.ts'

export interface DescribedDocument {
  document: Json
  /** Fields whose examples nobody has written; a test wants none. */
  missingExamples: string[]
}

/** Composes examples once the types are settled. */
type Example = (schema: Json, type: string, field?: string) => unknown

export function openApiDocument(routes: Route[], version: string): DescribedDocument {
  const schemas = createSchemas()
  const described = routes
    .filter(({ endpoint }) => isDescribed(endpoint))
    .map(route => ({ route, operation: nameOf(route), parts: partsOf(route, nameOf(route), schemas) }))
  const settled = schemas.settle(described.map(({ parts }) => parts))
  const components: Record<string, Json> = {
    ...settled.components,
    Error: errorSchema,
    ErrorCode: errorCodes,
    MissingRight: missingRight,
  }
  const missing = new Set<string>()
  const source = {
    values: examples,
    component: (reference: string) => components[reference.slice(reference.lastIndexOf('/') + 1)] ?? {},
    missing: (field: string) => missing.add(field),
  }
  const example: Example = (schema, type, field = '') => exampleOf(schema, source, { type, field })
  const refusals: Refusals = new Map()
  const paths: Record<string, Json> = {}
  for (const [index, { route, operation }] of described.entries()) {
    const { path, method } = route.endpoint
    const parts = settled.document[index] as Parts
    paths[describedPath(path)] = {
      ...paths[describedPath(path)],
      [method.toLowerCase()]: describe(route, operation, { parts, example, refusals }),
    }
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Rookery API',
      version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This panel' }],
    security: [{ bearer: [] }],
    tags: apiSections.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses: Object.fromEntries(refusals),
      headers: Object.fromEntries(
        Object.keys(answerHeaders).map(name => [name, headerOf(name as AnswerHeaderName)]),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a session (`POST /api/auth/login`) or a personal access token.',
        },
        shortLivedToken: {
          type: 'apiKey',
          in: 'query',
          name: 'token',
          description: 'A single-use token from `POST /api/auth/short-lived-token`.',
        },
      },
    },
  }
  return { document, missingExamples: [...missing] }
}

/** As generators call it in languages in which `server` is taken already: the address of the panel. */
const describedName = (name: string) => (name === 'server' ? 'server_id' : name)
export const describedPath = (path: string) => path.replaceAll('{server}', '{server_id}')

const introduction = [
  'Everything that the panel can do. The web interface uses nothing else.',
  'Send `Authorization: Bearer TOKEN` with every request. Bodies are JSON unless an operation says otherwise.',
  'Lists are bare arrays: `page` and `per_page` page through them, `X-Total-Count` and `Link` say what there is.',
  'Texts that authors of templates and plugins have translated are answered in the language of `Accept-Language`. What has no translation, and everything without that header, is English.',
  'Work that takes a while answers `202` with a `task_id`, and with `Prefer: wait=30` when the task has ended, at most 30 seconds later.',
  'An operation that creates something takes an `Idempotency-Key`: send the request again with the same key when its answer was lost, and nothing is created twice. Refused requests (4xx) are not remembered; after a 5xx send the same key again. Operations that answer a secret refuse the header.',
  'A refused request answers with a status from 400 on and an `Error`: a `code` for programs, a `message` for people, the `request_id`, and per field what is wrong in `errors`. A body that comes too slowly is refused with 408, an address and headers of more than 128 KiB with 431, and every request can meet 500 or 503.',
  'The API only grows within a major version: new operations, new optional fields in requests, new fields in answers and new values in enumerations. Clients pass over what they do not know. Requests with fields that the panel does not know are refused with 422.',
].join('\n\n')

function nameOf({ endpoint }: Route): NamedOperation {
  const operation = operationOf(endpoint)
  if (operation) return operation
  throw new Error(
    `${endpoint.method} ${endpoint.path} has no name: export its endpoint from a file of contracts/src/http, list the file in contracts/src/api/endpoint-files.ts and in a section of contracts/src/api/sections.ts`,
  )
}

/** The schemas of one operation, with references in the place of types. */
interface Parts {
  params: Json | null
  query: Json | null
  body: Json | null
  answer: Json | null
}

function partsOf({ endpoint }: Route, { name }: NamedOperation, schemas: Schemas): Parts {
  const { params, query, body, answer, ignoresUnknownFields } = endpoint
  const title = titleOf(name)
  const input = (schema: z.ZodType | undefined) =>
    schema ? schemas.request(schema, ignoresUnknownFields) : null
  const request = input(body)
  return {
    params: input(params),
    query: input(query),
    body: request && schemas.named(request, `${title}Request`, 'input'),
    answer: answer ? schemas.named(schemas.answer(answer), `${title}Result`, 'output') : null,
  }
}

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Of one operation. */
type OwnExample = (schema: Json, field?: string) => unknown

interface Making {
  parts: Parts
  example: Example
  refusals: Refusals
}

function describe(
  { endpoint, access, goesOn = false }: Route,
  { name, file, section }: NamedOperation,
  making: Making,
): Json {
  const { parts, refusals } = making
  const example = (schema: Json, field?: string) => making.example(schema, titleOf(name), field)
  const codes = new Set<ErrorCode>(refusalsOf(endpoint, file))
  if (access.demand.who !== 'anyone') codes.add('not_signed_in').add('forbidden')
  if (access.demand.who !== 'anyone' && !('whileEnrolling' in access.demand && access.demand.whileEnrolling))
    codes.add('session_restricted')
  return {
    operationId: name,
    summary: endpoint.summary,
    description: [endpoint.description ?? [], whoMayCall(access)].flat().join('\n\n'),
    tags: [section],
    ...securityOf(access),
    parameters: [
      ...parameters(parts.params, 'path', example),
      ...parameters(parts.query, 'query', example),
      ...takenHeaders(endpoint, goesOn).map(header => {
        const {
          type,
          description,
          example: value,
          required = false,
          values,
          pattern,
        } = requestHeaders[header] as DescribedRequestHeader
        const schema = { type, ...(values && { enum: values }), ...(pattern && { pattern }) }
        return { name: header, in: 'header', required, description, schema, example: value }
      }),
    ],
    ...requestBody(endpoint, parts.body, example),
    responses: {
      [endpoint.status]: answerOf({ ...endpoint, goesOn }, parts.answer, example),
      ...refusedAnswers([...codes], refusals),
    },
  }
}

function takenHeaders(
  { takes = [], idempotencyKey }: Route['endpoint'],
  goesOn: boolean,
): readonly RequestHeader[] {
  return [
    ...takes,
    ...(idempotencyKey === 'taken' ? (['Idempotency-Key'] as const) : []),
    ...(goesOn ? (['Prefer'] as const) : []),
  ]
}

interface DescribedRequestHeader {
  type: string
  description: string
  example: unknown
  required?: boolean
  values?: readonly string[]
  pattern?: string
}

function parameters(schema: Json | null, place: 'path' | 'query', example: OwnExample): Json[] {
  if (!schema || !isObject(schema.properties)) return []
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties).map(([name, property]) => {
    const isNeeded = place === 'path' || required.includes(name)
    const parameter = {
      name: place === 'path' ? describedName(name) : name,
      in: place,
      required: isNeeded,
      schema: property as Json,
    }
    return isNeeded ? { ...parameter, example: example(property as Json, name) } : parameter
  })
}

function securityOf({ demand, takesShortLivedToken }: Route['access']): Json {
  if (demand.who === 'anyone') return { security: [] }
  return takesShortLivedToken ? { security: [{ bearer: [] }, { shortLivedToken: [] }] } : {}
}

const binary = { type: 'string', format: 'binary' }
const filesInParts = {
  type: 'object',
  required: ['files'],
  properties: { files: { type: 'array', items: binary } },
}

function requestBody({ bytes, method }: Route['endpoint'], body: Json | null, example: OwnExample): Json {
  if (body) {
    return {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: example(body) } },
      },
    }
  }
  const takesBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  if (!bytes?.body || !takesBody) return {}
  const schema = bytes.body === 'multipart/form-data' ? filesInParts : binary
  return { requestBody: { required: true, content: { [bytes.body]: { schema } } } }
}

type AnswerHeaderName = keyof typeof answerHeaders

function headerOf(name: AnswerHeaderName): Json {
  const { description, type, example } = answerHeaders[name]
  return { description, schema: { type }, example }
}

const refer = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

function headersOf(names: readonly AnswerHeaderName[]): Json {
  return Object.fromEntries(names.map(name => [name, refer('headers', name)]))
}

function answerOf(
  { bytes, paged, gives = [], status, idempotencyKey, goesOn }: Route['endpoint'] & Pick<Route, 'goesOn'>,
  answer: Json | null,
  example: OwnExample,
): Json {
  const headers = headersOf([
    'X-Request-Id',
    ...(paged ? (['X-Total-Count', 'Link'] as const) : []),
    ...(idempotencyKey === 'taken' ? (['Idempotency-Replayed'] as const) : []),
    ...(goesOn ? (['Preference-Applied'] as const) : []),
    ...gives,
  ])
  if (answer) {
    const content = { 'application/json': { schema: answer, example: example(answer) } }
    return { description: descriptionOf(status), headers, content }
  }
  if (!bytes?.answer) return { description: descriptionOf(status), headers }
  return { description: 'The bytes', headers, content: { [bytes.answer]: { schema: binary } } }
}

function descriptionOf(status: number): string {
  if (status === 201) return 'Created'
  if (status === 202) return 'Accepted'
  return status === 204 ? 'Done' : 'OK'
}

type Refusals = Map<string, Json>

/** One answer for each status; those with the same codes are written once. */
function refusedAnswers(codes: ErrorCode[], refusals: Refusals): Json {
  const byStatus = Object.groupBy(codes.toSorted(), code => errors[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, ofStatus]) => {
      const name = ofStatus
        .map(code => code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()))
        .join('Or')
      if (!refusals.has(name)) refusals.set(name, refusal(ofStatus))
      return [status, refer('responses', name)]
    }),
  )
}

function refusal(codes: ErrorCode[]): Json {
  const isLimited = codes.some(code => code === 'too_many_attempts' || code === 'idempotency_in_progress')
  const named = codes.map(code => [code, { value: errorExample(code) }] as const)
  return {
    description: codes.map(code => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
    headers: headersOf(isLimited ? ['X-Request-Id', 'Retry-After'] : ['X-Request-Id']),
    content: {
      'application/json': { schema: refer('schemas', 'Error'), examples: Object.fromEntries(named) },
    },
  }
}

function errorExample(code: ErrorCode): Json {
  const { status, message } = errors[code]
  return {
    status: 'error',
    code,
    message,
    http_code: status,
    request_id: answerHeaders['X-Request-Id'].example,
    ...(code === 'invalid_input' ? { errors: { name: ['must not be empty'] } } : {}),
  }
}

const errorCodes = { type: 'string', enum: Object.keys(errors) }

const errorSchema = {
  type: 'object',
  required: ['status', 'code', 'message', 'http_code', 'request_id'],
  properties: {
    status: { const: 'error' },
    code: refer('schemas', 'ErrorCode'),
    message: { type: 'string' },
    http_code: { type: 'integer' },
    request_id: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    missing: refer('schemas', 'MissingRight'),
  },
}

const missingRight = {
  type: 'object',
  description: 'Of a 403: what would have opened the route.',
  properties: {
    ability: { type: 'string' },
    permission: { type: 'string' },
    object_type: { type: 'string' },
    credential: { type: 'string', enum: ['session', 'session_or_service_account'] },
  },
}
