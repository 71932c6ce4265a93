// A bucket of S3 or of what speaks like it: four requests, signed with version 4 of Amazon's signatures.

import { createHash, createHmac } from 'node:crypto'
import type { S3Storage } from '../backup-engine.ts'
import { sendRequest } from './send-request.ts'
import type { StorageClient } from './storage-client.ts'

const atOnce = 8

export function openS3Client(storage: S3Storage, signal: AbortSignal): StorageClient {
  const prefix = storage.prefix.split('/').filter(part => part !== '')
  const keyOf = (name: string) => [...prefix, name].join('/')
  const send = (
    method: string,
    key: string,
    query: Record<string, string> = {},
    body: Buffer = Buffer.alloc(0),
  ) => request(storage, { method, key, query, body, signal })
  return {
    async write(name, content) {
      await send('PUT', keyOf(name), {}, content)
    },
    read: name => send('GET', keyOf(name)),
    async delete(name) {
      await send('DELETE', keyOf(name))
    },
    async folders() {
      const top = keyOf('')
      const found: string[] = []
      for (let next = ''; ; ) {
        const query = {
          ...{ 'list-type': '2', delimiter: '/', prefix: top, 'encoding-type': 'url' },
          ...(next !== '' && { 'continuation-token': next }),
        }
        const listed = (await send('GET', '', query)).toString()
        const prefixes = valuesOf(listed, /<CommonPrefixes>\s*<Prefix>([^<]+)<\/Prefix>/g)
        found.push(...prefixes.map(text => decodeKey(text).slice(top.length).replace(/\/$/, '')))
        next = decodeEntities(valuesOf(listed, /<NextContinuationToken>([^<]+)</g)[0] ?? '')
        if (next === '') return found
      }
    },
    async removeAll(name) {
      for (;;) {
        const query = {
          'list-type': '2',
          prefix: `${keyOf(name)}/`,
          'max-keys': '1000',
          'encoding-type': 'url',
        }
        const listed = (await send('GET', '', query)).toString()
        const keys = valuesOf(listed, /<Key>([^<]+)<\/Key>/g).map(decodeKey)
        if (keys.length === 0) return
        for (let at = 0; at < keys.length; at += atOnce) {
          await Promise.all(keys.slice(at, at + atOnce).map(key => send('DELETE', key)))
        }
      }
    },
    close: async () => {},
  }
}

/** What is in every element that this pattern finds in an answer of S3. */
const valuesOf = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, inner = '']) => inner)

const decodeKey = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

interface S3Request {
  method: string
  /** '' is the bucket itself. */
  key: string
  query: Record<string, string>
  body: Buffer
  signal: AbortSignal
}

async function request(storage: S3Storage, { method, key, query, body, signal }: S3Request): Promise<Buffer> {
  const url = new URL(storage.endpoint)
  const path = `${url.pathname.replace(/\/+$/, '')}/${[storage.bucket, ...key.split('/')].filter(Boolean).map(encode).join('/')}`
  const search = Object.entries(query)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join('&')
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const headers = {
    host: url.host,
    'x-amz-content-sha256': hash(body),
    'x-amz-date': time,
  }
  const authorization = sign(storage, { method, path, search, headers, time })
  const address = `${url.origin}${path}${search === '' ? '' : `?${search}`}`
  const { host: _host, ...sent } = headers
  return sendRequest(address, {
    ...{ method, headers: { ...sent, authorization }, signal },
    ...(method === 'PUT' && { body }),
  })
}

interface Signed {
  method: string
  path: string
  search: string
  headers: Record<string, string>
  time: string
}

function sign(
  { region, accessKey, secretKey }: S3Storage,
  { method, path, search, headers, time }: Signed,
): string {
  const names = Object.keys(headers).toSorted()
  const lines = names.map(name => `${name}:${headers[name] ?? ''}\n`).join('')
  const signedHeaders = names.join(';')
  const canonical = [method, path, search, lines, signedHeaders, headers['x-amz-content-sha256']].join('\n')
  const day = time.slice(0, 8)
  const scope = `${day}/${region || 'us-east-1'}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, scope, hash(Buffer.from(canonical))].join('\n')
  const key = scope.split('/').reduce<Buffer | string>((last, part) => keyed(last, part), `AWS4${secretKey}`)
  const signature = keyed(key, text).toString('hex')
  return `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const keyed = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Stricter than encodeURIComponent, as signatures demand. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
