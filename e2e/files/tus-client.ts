// A client of resumable uploads (tus 1.0) that sends exactly the headers that a test asks for.

import { expect } from 'vitest'
import { type FilesWorld, jsonOf, type WireAnswer } from './files-world.ts'

export const version = { 'tus-resumable': '1.0.0' }

const encode = (value: string) => Buffer.from(value).toString('base64')

export function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${encode(value)}`)
    .join(',')
}

/** Where an upload begins: of at most 100 MB, or as large as one likes. */
type Kind = 'uploads' | 'transfers'

export function createTusClient(world: FilesWorld, kind: Kind = 'uploads') {
  function begin(
    values: Record<string, string>,
    size: number,
    sessionToken = world.sessionToken,
  ): Promise<WireAnswer> {
    const headers = { ...version, 'upload-length': String(size), 'upload-metadata': metadata(values) }
    return world.send(world.address(`/${kind}`), { method: 'POST', headers, sessionToken })
  }

  return {
    begin,
    /** Gives its address. */
    async begun(values: Record<string, string>, size: number): Promise<string> {
      const answer = await begin(values, size)
      expect([answer.status, jsonIfAny(answer)]).toEqual([201, null])
      return String(answer.headers.location)
    },
    patch(
      location: string,
      offset: number | string,
      body: Buffer,
      change: { sessionToken?: string; headers?: Record<string, string> } = {},
    ): Promise<WireAnswer> {
      const headers = {
        ...version,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'content-length': String(body.length),
        ...change.headers,
      }
      return world.send(location, {
        method: 'PATCH',
        headers,
        body: [body],
        sessionToken: change.sessionToken ?? world.sessionToken,
      })
    },
    head: (location: string, sessionToken = world.sessionToken) =>
      world.send(location, { method: 'HEAD', headers: version, sessionToken }),
    drop: (location: string, sessionToken = world.sessionToken) =>
      world.send(location, { method: 'DELETE', headers: version, sessionToken }),
  }
}

function jsonIfAny(answer: WireAnswer) {
  return answer.bytes.length === 0 ? null : jsonOf(answer)
}
