// The description of the API is whole: valid documents, an example of everything, names that stay.

import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describedChannels } from '@rookery/contracts/api/channels.ts'
import { endpointFiles } from '@rookery/contracts/api/endpoint-files.ts'
import { isDescribed, namedOperations, operationOf } from '@rookery/contracts/api/operations.ts'
import { apiSections } from '@rookery/contracts/api/sections.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asyncApiDocument } from '../src/platform/api-description/asyncapi.ts'
import { isObject, type Json } from '../src/platform/api-description/logic/json-schema.ts'
import { openApiDocument } from '../src/platform/api-description/openapi.ts'
import { startTestPanel, type TestPanel } from './start-test-panel.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.stop())

const contracts = new URL('../../contracts/src/', import.meta.url)
const read = async (path: string) => (await panel.request('GET', path)).json as Json

interface Operation {
  operationId: string
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<
    string,
    { $ref?: string; headers?: object; content?: Record<string, { example?: unknown }> }
  >
}

function operationsOf(document: Json): Operation[] {
  return Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap(path =>
    Object.values(path),
  )
}

describe('1 the description of the API', () => {
  test('is valid OpenAPI 3.1 and, derived, 3.0', async () => {
    const [newest, older] = [await read('/api/openapi.json'), await read('/api/openapi-3.0.json')]
    expect(newest.openapi).toBe('3.1.0')
    expect(older.openapi).toBe('3.0.3')
    expect(await new Validator().validate(newest)).toEqual({ valid: true })
    expect(await new Validator().validate(older)).toEqual({ valid: true })
    expect(operationsOf(older)).toHaveLength(operationsOf(newest).length)
  })

  test('says in 3.0 by types of their own what may be null, and nothing that nobody refers to', async () => {
    const { schemas } = (await read('/api/openapi-3.0.json')).components as { schemas: Record<string, Json> }
    const server = schemas.Server?.properties as Json
    expect(server.planned).toEqual({ $ref: '#/components/schemas/NullablePlannedTask' })
    expect(schemas.NullablePlannedTask).toMatchObject({ type: 'object', nullable: true })
    expect(schemas.NullableRunState?.enum).toContain(null)
    const text = JSON.stringify(await read('/api/openapi-3.0.json'))
    expect(Object.keys(schemas).filter(name => !text.includes(`"#/components/schemas/${name}"`))).toEqual([])
  })

  test('tells which operations may be sent again, waited for, and demand a state', async () => {
    const all = new Map(operationsOf(await read('/api/openapi.json')).map(one => [one.operationId, one]))
    const headersOf = (name: string) =>
      (all.get(name)?.parameters ?? []).filter(one => one.in === 'header').map(one => one.name)
    const givenBy = (name: string, status: number) =>
      Object.keys(all.get(name)?.responses[status]?.headers ?? {})
    const refusalOf = (name: string, status: number) => all.get(name)?.responses[status]?.$ref ?? ''
    expect(headersOf('createServer')).toEqual(['Idempotency-Key'])
    expect(givenBy('createServer', 201)).toContain('Idempotency-Replayed')
    expect(refusalOf('createServer', 409)).toContain('IdempotencyInProgress')
    expect(refusalOf('createServer', 422)).toContain('IdempotencyKeyReused')
    expect(headersOf('startServer')).toEqual(['Idempotency-Key', 'Prefer'])
    expect(givenBy('startServer', 202)).toContain('Preference-Applied')
    expect(headersOf('createAccessToken')).toEqual([])
    expect(refusalOf('createAccessToken', 422)).toContain('InvalidInput')
    expect(headersOf('updateServer')).toEqual(['If-Match'])
    expect(givenBy('getServer', 200)).toContain('ETag')
    expect(refusalOf('updateServer', 412)).toContain('PreconditionFailed')
  })

  test('knows every file of endpoints, and each in one section', () => {
    const files = readdirSync(new URL('http/', contracts))
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'endpoint.ts')
      .map(name => name.slice(0, -3))
    const listed: string[] = Object.keys(endpointFiles)
    const inSections: string[] = apiSections.flatMap(section => section.files)
    const problems = files.flatMap(file => [
      ...(listed.includes(file) ? [] : [`add ${file}.ts to contracts/src/api/endpoint-files.ts`]),
      ...(inSections.filter(one => one === file).length === 1 || file === 'shapes'
        ? []
        : [`name ${file} in exactly one section of contracts/src/api/sections.ts`]),
    ])
    expect(problems).toEqual([])
  })

  test('has every route of the panel, by a name that stays', () => {
    const unnamed = panel.app.routes
      .filter(({ endpoint }) => isDescribed(endpoint) && !operationOf(endpoint))
      .map(
        ({ endpoint }) =>
          `${endpoint.method} ${endpoint.path}: export its endpoint from a file of contracts/src/http`,
      )
    expect(unnamed).toEqual([])
    const names = namedOperations.map(({ name }) => name).toSorted()
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    const kept = readFileSync(new URL('api/operation-ids.txt', contracts), 'utf8').trim().split('\n')
    const problems = [
      ...names
        .filter(name => !kept.includes(name))
        .map(name => `add ${name} to contracts/src/api/operation-ids.txt`),
      ...kept
        .filter(name => !names.includes(name))
        .map(
          name =>
            `${name} is gone: programs call it. Give it its name again in contracts/src/api/operation-names.ts`,
        ),
    ]
    expect(problems).toEqual([])
  })

  test('has an example of every request and answer, which its own schema accepts', () => {
    const { document, missingExamples } = openApiDocument(panel.app.routes, '0')
    expect(
      missingExamples.map(
        field =>
          `give ${field} an example in contracts/src/api/examples.ts (\`field\`, \`parent.field\` or \`Type.field\`)`,
      ),
    ).toEqual([])
    const operations = new Map(operationsOf(document).map(operation => [operation.operationId, operation]))
    const problems: string[] = []
    for (const { name, endpoint } of namedOperations) {
      const operation = operations.get(name)
      const request = operation?.requestBody?.content['application/json']?.example
      const answer = operation?.responses[endpoint.status]?.content?.['application/json']?.example
      for (const [what, schema, example] of [
        ['request', endpoint.body, request],
        ['answer', endpoint.answer, answer],
      ] as const) {
        const result = schema?.safeParse(example)
        for (const issue of result?.error?.issues ?? [])
          problems.push(
            `the example of the ${what} of ${name} is refused: ${issue.path.join('.')} ${issue.message}; mend contracts/src/api/examples.ts`,
          )
      }
    }
    expect(problems).toEqual([])
  })

  test('writes no object twice: what has a name is referred to', () => {
    const { schemas } = openApiDocument(panel.app.routes, '0').document.components as {
      schemas: Record<string, Json>
    }
    const byShape = new Map<string, string>()
    const problems: string[] = []
    const look = (value: unknown, place: string): void => {
      if (Array.isArray(value)) for (const one of value) look(one, place)
      if (!isObject(value)) return
      if (schemas[place] !== value && value.type === 'object' && isObject(value.properties))
        problems.push(`${place} holds an object without a name`)
      for (const inner of Object.values(value)) look(inner, place)
    }
    for (const [name, schema] of Object.entries(schemas)) {
      const shape = JSON.stringify(schema)
      if (schema.enum && byShape.has(shape)) problems.push(`${name} is ${byShape.get(shape)} again`)
      byShape.set(shape, name)
      look(schema, name)
    }
    expect(problems).toEqual([])
  })

  test('6.1 tells every channel with all of its messages', async () => {
    expect(describedChannels.map(({ path }) => path).toSorted()).toEqual(
      panel.app.channels.map(({ path }) => path).toSorted(),
    )
    const { missingExamples, channels } = asyncApiDocument('0')
    expect(missingExamples.map(field => `give ${field} an example in contracts/src/api/examples.ts`)).toEqual(
      [],
    )
    for (const [index, channel] of describedChannels.entries()) {
      for (const message of [...channel.receives, ...channel.sends]) {
        const told = channels[index]
        const example = [...(told?.receives ?? []), ...(told?.sends ?? [])].find(
          ({ type }) => type === message.type,
        )?.example
        expect(message.payload.safeParse(example?.payload).error?.issues, message.type).toBeUndefined()
      }
    }
    expect((await read('/api/asyncapi.json')).asyncapi).toBe('3.0.0')
  })

  test('5.11 is a page without inline scripts, of at most 150 KB on the wire', async () => {
    const page = await panel.request('GET', '/api/docs')
    expect(page.status).toBe(200)
    for (const { name } of namedOperations) expect(page.text).toContain(`id="${name}"`)
    for (const { name } of describedChannels) expect(page.text).toContain(`id="channel-${name}"`)
    expect([...page.text.matchAll(/<script\b([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual([
      ' src="/api/docs.js" defer',
    ])
    const script = await panel.request('GET', '/api/docs.js')
    expect(script.headers.get('content-type')).toContain('text/javascript')
    const bytes = Buffer.from(page.text + script.text)
    expect(gzipSync(bytes).length).toBeLessThan(150 * 1024)
  })
})
