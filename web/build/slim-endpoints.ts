// A part of the build: gives the browser of each endpoint only what a call needs, and leaves its schemas to the panel.
//
// The schemas of the HTTP API and the library behind them would be a seventh of the first page. Other exports of these
// files, schemas that a form checks with among them, stay as they are and are loaded by the pages that use them.

import { readFileSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const endpointFiles = /[\\/]contracts[\\/]src[\\/]http[\\/](?!endpoint\.ts)[\w-]+\.ts$/
const whole = '?whole'

/** A file of the contracts that needs the library of the schemas. */
export const isFileOfSchemas = (id: string): boolean =>
  /[\\/]contracts[\\/]src[\\/].*\.ts$/.test(id) &&
  !endpointFiles.test(id) &&
  /from 'zod'/.test(readFileSync(id, 'utf8').replaceAll(/^import type .*$/gm, ''))

interface EndpointLike {
  method: string
  path: string
  answer?: unknown
  paged?: boolean
  idempotencyKey?: string
}

const isEndpoint = (value: unknown): value is EndpointLike =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as EndpointLike).method === 'string' &&
  typeof (value as EndpointLike).path === 'string'

/** Texts, numbers, and lists and groups of them: nothing that would be lost when it is written down. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain)
  if (typeof value === 'object' && value !== null)
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** What is left of one file; `exported` is what it exports. */
export function slimModule(exported: Readonly<Record<string, unknown>>, path: string): string {
  const lines: string[] = []
  for (const [name, value] of Object.entries(exported)) {
    if (isEndpoint(value)) {
      const { method, path: address, answer, paged, idempotencyKey } = value
      const slim = {
        ...{ method, path: address },
        ...(answer ? { answer: true } : {}),
        ...(paged ? { paged } : {}),
        ...(idempotencyKey === 'taken' ? { idempotencyKey } : {}),
      }
      lines.push(`export const ${name} = ${JSON.stringify(slim)}`)
    } else if (isPlain(value)) lines.push(`export const ${name} = ${JSON.stringify(value)}`)
    else lines.push(`export { ${name} } from ${JSON.stringify(path + whole)}`)
  }
  return `${lines.join('\n')}\n`
}

export const slimEndpoints = (): Plugin => ({
  name: 'rookery:slim-endpoints',
  enforce: 'pre',
  async load(id) {
    if (id.endsWith(whole) && endpointFiles.test(id.slice(0, -whole.length))) return null
    if (!endpointFiles.test(id)) return null
    // The time of the file: during development it is read again after a change.
    const address = `${pathToFileURL(id).href}?${statSync(id).mtimeMs}`
    const exported = (await import(address)) as Record<string, unknown>
    return { code: slimModule(exported, id), moduleSideEffects: false }
  },
  transform: {
    filter: { id: /\?whole$/ },
    handler: code => ({ code, map: null, moduleSideEffects: false }),
  },
})
