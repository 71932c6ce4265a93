// A server of restic's own protocol: it stores nothing but parts of repositories, each under its hash.

import { createHash } from 'node:crypto'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import { BackupError, type RestStorage } from '../backup-engine.ts'
import { StorageAnswer, sendRequest } from './send-request.ts'
import type { StorageClient } from './storage-client.ts'

/** What is tried out lies in a repository of its own, of which empty folders remain. */
const testRepository = 'rookery-test'
const partTypes = ['snapshots', 'index', 'data', 'locks', 'keys'] as const
const listing = z.array(z.object({ name: z.string().regex(/^[0-9a-f]{64}$/) }))
const atOnce = 8

export function openRestClient(storage: RestStorage, signal: AbortSignal): StorageClient {
  const top = storage.url.replace(/\/+$/, '')
  const user = Buffer.from(`${storage.user}:${storage.password}`).toString('base64')
  const headers = {
    accept: 'application/vnd.x.restic.rest.v2',
    ...(storage.user !== '' && { authorization: `Basic ${user}` }),
  }
  const send = (method: string, path: string, body?: Buffer) =>
    sendRequest(`${top}/${path}`, { method, headers, signal, ...(body && { body }) })
  const placeOf = (content: Buffer) =>
    `${testRepository}/data/${createHash('sha256').update(content).digest('hex')}`
  const places = new Map<string, string>()
  const known = (name: string) => places.get(name) ?? `${testRepository}/data/${name}`
  return {
    async write(name, content) {
      await send('POST', `${testRepository}/?create=true`)
      places.set(name, placeOf(content))
      await send('POST', known(name), content)
    },
    read: name => send('GET', known(name)),
    async delete(name) {
      await send('DELETE', known(name))
    },
    async folders() {
      throw new BackupError(
        'invalid',
        "Can't look for repositories: a REST server of restic does not tell which ones it has. Name the server by its uuid.",
      )
    },
    async removeAll(name) {
      // Without its configuration it is no repository any longer, whatever happens to the rest.
      await send('DELETE', `${name}/config`).catch(unlessAbsent)
      for (const type of partTypes) {
        const answer = await send('GET', `${name}/${type}/`).catch(unlessAbsent)
        const parts =
          answer === null ? [] : parseJson(listing, answer.toString(), 'the list of the REST server')
        for (let at = 0; at < parts.length; at += atOnce) {
          const some = parts.slice(at, at + atOnce)
          await Promise.all(
            some.map(part => send('DELETE', `${name}/${type}/${part.name}`).catch(unlessAbsent)),
          )
        }
      }
    },
    close: async () => {},
  }
}

function unlessAbsent(error: unknown): null {
  if (error instanceof StorageAnswer && error.status === 404) return null
  throw error
}
