// The page that describes the API to people: a section for each tag, every operation with its examples, the channels.

import { closeCodeTexts } from '@rookery/contracts/api/channels.ts'
import { errors } from '@rookery/contracts/errors.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import type { asyncApiDocument, MessageExample } from './asyncapi.ts'
import { docsStyles } from './docs-styles.ts'
import { curlSample, pythonSample, type SampleCall, typescriptSample } from './logic/code-samples.ts'
import { isObject, type Json } from './logic/json-schema.ts'

type Channels = ReturnType<typeof asyncApiDocument>['channels']

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, character => escapes[character] ?? '')

/** The few marks that descriptions have. */
function paragraphs(text: string): string {
  return text
    .split('\n\n')
    .map(part => {
      const marked = escapeHtml(part)
        .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
        .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
      return `<p>${marked}</p>`
    })
    .join('')
}

const code = (text: string) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>`
const pretty = (value: unknown) => JSON.stringify(value, null, 2)
const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

interface Operation {
  method: string
  path: string
  described: Json
}

const inOrder = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options']

function operationsOf(document: Json): Operation[] {
  return Object.entries(document.paths as Record<string, Json>)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => ({ method, path, described: described as Json })),
    )
    .toSorted((a, b) =>
      a.path === b.path ? inOrder.indexOf(a.method) - inOrder.indexOf(b.method) : a.path < b.path ? -1 : 1,
    )
}

export function docsPage(document: Json, channels: Channels, version: string): string {
  const operations = operationsOf(document)
  const { description } = document.info as { description: string }
  const tags = document.tags as { name: string; description: string }[]
  const ofTag = (name: string) =>
    operations.filter(({ described }) => (described.tags as string[]).includes(name))
  const entry = (id: string, text: string, mark: string) =>
    `<li><a href="#${id}"><span>${escapeHtml(text)}</span>${mark}</a></li>`
  const contents = tags.map(
    tag =>
      `<h2><a href="#${slug(tag.name)}">${escapeHtml(tag.name)}</a></h2><ul>${ofTag(tag.name)
        .map(({ described, method }) =>
          entry(String(described.operationId), String(described.summary), badge(method)),
        )
        .join('')}</ul>`,
  )
  const channelContents = `<h2><a href="#channels">WebSocket channels</a></h2><ul>${channels
    .map(({ name, title }) => entry(`channel-${name}`, title, badge('ws')))
    .join('')}</ul>`
  const sections = tags.map(
    tag =>
      `<section id="${slug(tag.name)}"><h2>${escapeHtml(tag.name)}</h2>${paragraphs(tag.description)}${ofTag(
        tag.name,
      )
        .map(operation => operationArticle(operation, document))
        .join('')}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rookery API</title><link rel="icon" type="image/svg+xml" href="/favicon.svg"><style>${docsStyles}</style>
<script src="/api/docs.js" defer></script></head><body>
<header><a class="name" href="#top">Rookery API</a> <small>${escapeHtml(version)}</small>
<input id="search" type="search" placeholder="Search operations (press /)" aria-label="Search operations" hidden>
<button id="menu" type="button" aria-expanded="false" aria-controls="contents" hidden>Contents</button></header>
<nav id="contents" aria-label="Contents">${contents.join('')}${channelContents}<p id="nothing" hidden>No operation matches.</p></nav>
<main id="top"><h1>Rookery API</h1>${paragraphs(description)}
<p>For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>, <a href="/api/openapi-3.0.json">OpenAPI 3.0</a>, <a href="/api/asyncapi.json">AsyncAPI 3</a>.</p>
<p id="session" role="status"></p>
<h2>Errors</h2>${errorTable()}
${sections.join('')}${channelsSection(channels)}</main></body></html>`
}

const badge = (method: string) =>
  `<b class="${method}">${method === 'delete' ? 'DEL' : method === 'options' ? 'OPT' : method.toUpperCase()}</b>`

function errorTable(): string {
  const rows = Object.entries(errors).map(
    ([name, { status, message }]) =>
      `<tr><td>${status}</td><td><code>${name}</code></td><td>${escapeHtml(message)}</td></tr>`,
  )
  return `<details><summary>All codes of refusal</summary><div class="wide"><table><tr><th>Status</th><th>Code</th><th>Message</th></tr>${rows.join('')}</table></div></details>`
}

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Json
  description?: string
  example?: unknown
}

function resolve(schema: Json, document: Json): Json {
  const { schemas } = document.components as { schemas: Record<string, Json> }
  return typeof schema.$ref === 'string'
    ? (schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {})
    : schema
}

function typeText(schema: Json, document: Json): string {
  if (typeof schema.$ref === 'string') {
    const inner = resolve(schema, document)
    return inner.enum ? typeText(inner, document) : schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  }
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return options.map(option => typeText(option as Json, document)).join(' or ')
  if (Array.isArray(schema.enum))
    return schema.enum.length > 12 ? `one of ${schema.enum.length} names` : schema.enum.join(', ')
  if ('const' in schema) return String(schema.const)
  if (schema.type === 'array')
    return `list of ${isObject(schema.items) ? typeText(schema.items, document) : 'values'}`
  const format = typeof schema.format === 'string' && schema.format !== 'int64' ? ` (${schema.format})` : ''
  return `${[schema.type].flat().join(' or ')}${format}${limitsText(schema)}`
}

function limitsText({ minimum, maximum, maxLength, default: usual }: Json): string {
  const limits = [
    minimum === undefined ? [] : `at least ${Number(minimum)}`,
    maximum === undefined ? [] : `at most ${Number(maximum)}`,
    maxLength === undefined ? [] : `at most ${Number(maxLength)} characters`,
    usual === undefined || usual === '' ? [] : `usually ${JSON.stringify(usual)}`,
  ].flat()
  return limits.length > 0 ? `, ${limits.join(', ')}` : ''
}

function fieldTable(
  heading: string,
  rows: { name: string; type: string; isRequired: boolean; note: string }[],
): string {
  if (rows.length === 0) return ''
  const lines = rows.map(
    ({ name, type, isRequired, note }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${isRequired ? ' <em>required</em>' : ''}</td><td>${escapeHtml(type)}${note ? paragraphs(note) : ''}</td></tr>`,
  )
  return `<h4>${heading}</h4><div class="wide"><table>${lines.join('')}</table></div>`
}

function bodyFields(schema: Json, document: Json) {
  const { properties, required } = resolve(schema, document)
  if (!isObject(properties)) return []
  return Object.entries(properties).map(([name, property]) => ({
    name,
    type: typeText(property as Json, document),
    isRequired: Array.isArray(required) && required.includes(name),
    note: '',
  }))
}

/** The path with its examples, and the query that is needed. */
function addressOf(path: string, parameters: Parameter[]): string {
  const value = (parameter: Parameter) => encodeURIComponent(String(parameter.example))
  const filled = path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const found = parameters.find(parameter => parameter.in === 'path' && parameter.name === name)
    return found ? value(found) : placeholder
  })
  const query = parameters.filter(parameter => parameter.in === 'query' && parameter.required)
  return filled + (query.length > 0 ? `?${query.map(one => `${one.name}=${value(one)}`).join('&')}` : '')
}

function operationArticle({ method, path, described }: Operation, document: Json): string {
  const parameters = described.parameters as Parameter[]
  const [bodyType, body] =
    Object.entries(((described.requestBody as Json | undefined)?.content ?? {}) as Record<string, Json>)[0] ??
    []
  const responses = Object.entries(described.responses as Record<string, Json>)
  const [status = '', success = {}] = responses.find(([key]) => key < '400') ?? []
  const [answerType, answer] = Object.entries((success.content ?? {}) as Record<string, Json>)[0] ?? []
  const call: SampleCall = {
    method: method.toUpperCase(),
    address: addressOf(path, parameters),
    body: bodyType ? { type: bodyType, example: body?.example } : null,
    isSignedIn: !(Array.isArray(described.security) && described.security.length === 0),
    answersJson: answerType === 'application/json',
  }
  const id = String(described.operationId)
  const samples = [curlSample(call), typescriptSample(call), pythonSample(call)]
  const rows = parameters.map(({ name, in: place, schema, required, description }) => ({
    name,
    type: `${place}: ${typeText(schema, document)}`,
    isRequired: required,
    note: description ?? '',
  }))
  const answerText = answer?.example === undefined ? '' : code(pretty(answer.example))
  return `<article id="${id}" data-method="${call.method}" data-path="${escapeHtml(path)}"${bodyType ? ` data-body="${bodyType}"` : ''}>
<h3><a href="#${id}">${escapeHtml(String(described.summary))}</a></h3><p class="address">${badge(method)} <code>${escapeHtml(path)}</code> <code class="id">${id}</code></p>
${paragraphs(String(described.description))}${fieldTable('Parameters', rows)}${body ? fieldTable(`Body (${bodyType})`, bodyFields(body.schema as Json, document)) : ''}
<div class="samples">${['curl', 'TypeScript', 'Python'].map((name, index) => `<details name="${id}"${index === 0 ? ' open' : ''}><summary>${name}</summary>${code(samples[index] ?? '')}</details>`).join('')}</div>
<details class="answer"><summary>Answer <b>${status}</b>${answerType ? ` ${answerType}` : ''}</summary>${answerText || `<p>${answerType ? 'Bytes.' : 'No body.'}</p>`}</details>
${refusalsText(responses, document)}<div class="try"></div></article>`
}

function refusalsText(responses: [string, Json][], document: Json): string {
  const { responses: shared } = document.components as { responses: Record<string, Json> }
  const codes = responses
    .filter(([status]) => status >= '400')
    .flatMap(([status, { $ref }]) => {
      const described = shared[String($ref).slice(String($ref).lastIndexOf('/') + 1)]
      const text = typeof described?.description === 'string' ? described.description : ''
      const names = [...text.matchAll(/^`(\w+)`/gm)].map(([, name = '']) => name)
      return names.map(name => `<li>${status} <code>${name}</code></li>`)
    })
  return `<details class="refusals"><summary>Errors</summary><ul>${codes.join('')}</ul></details>`
}

function channelsSection(channels: Channels): string {
  const articles = channels.map(({ name, title, path, description, query, receives, sends }) => {
    const rows = Object.entries({ token: 'A short-lived token.', ...query }).map(([parameter, note]) => ({
      name: parameter,
      type: 'query',
      isRequired: parameter === 'token',
      note,
    }))
    return `<article id="channel-${name}"><h3><a href="#channel-${name}">${escapeHtml(title)}</a></h3><p class="address">${badge('ws')} <code>${escapeHtml(path)}</code></p>
${paragraphs(description)}${fieldTable('Parameters', rows)}<h4>From the panel</h4>${messagesList(receives)}<h4>To the panel</h4>${messagesList(sends)}</article>`
  })
  const rows = Object.entries(closeCodes).map(
    ([name, number]) =>
      `<tr><td>${number}</td><td>${escapeHtml(closeCodeTexts[name as keyof typeof closeCodes])}</td></tr>`,
  )
  return `<section id="channels"><h2>WebSocket channels</h2>
${paragraphs('Every message is a JSON object with `type`, `payload` and, from the panel, `ts` (Unix seconds). Ask for a short-lived token right before you connect: it works once and for a few seconds. A message that a channel does not take is answered with an `error` that says what it takes.')}
<h3>A session</h3>${code(sessionExample)}
<h3>Close codes</h3><div class="wide"><table>${rows.join('')}</table></div>${articles.join('')}</section>`
}

function messagesList(messages: MessageExample[]): string {
  return messages
    .map(
      ({ type, description, example }) =>
        `<details><summary><code>${type}</code> ${escapeHtml(description)}</summary>${code(pretty(example))}</details>`,
    )
    .join('')
}

const sessionExample = `const issued = await fetch(panel + '/api/auth/short-lived-token', {
  method: 'POST',
  headers: { Authorization: 'Bearer ' + token },
})
const { token: once } = await issued.json()
const socket = new WebSocket(panel.replace('http', 'ws') + '/api/ws/servers/7/console?token=' + once)
socket.onmessage = ({ data }) => {
  const { type, payload } = JSON.parse(data)
  if (type === 'console.history') console.log(payload.output)
  if (type === 'console.output') console.log(payload.chunk)
}
socket.onopen = () =>
  socket.send(JSON.stringify({ type: 'console.command', payload: { command: 'say hello' } }))`
