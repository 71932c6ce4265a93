// Reads and writes the bytes of one file, with the mark of the version that was read.

import { editorLimitBytes, readFileContent, writeFileContent } from '@rookery/contracts/http/files.ts'
import { apiBytes } from '../../platform/api-client.ts'
import { ApiError } from '../../platform/api-error.ts'

export interface FileContent {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
}

/** Larger files are not fetched at all. */
export interface TooLarge {
  sizeBytes: number
}

export const imageLimitBytes = 20 * 1024 * 1024

export async function readContent(
  server: string,
  path: string,
  limitBytes: number = editorLimitBytes,
  signal?: AbortSignal,
): Promise<FileContent | TooLarge> {
  const given = new AbortController()
  const ends = signal ? AbortSignal.any([signal, given.signal]) : given.signal
  const answer = await apiBytes(readFileContent, { params: { server }, query: { path } }, {}, ends)
  const sizeBytes = Number(answer.headers.get('content-length') ?? 0)
  if (sizeBytes > limitBytes) {
    given.abort()
    return { sizeBytes }
  }
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (bytes.length > limitBytes) return { sizeBytes: bytes.length }
  return { bytes, etag: answer.headers.get('etag') ?? '' }
}

/** `new`: only where nothing has this name; otherwise only onto the version that was read. */
export type Expected = 'new' | { etag: string }

/** The mark of what was written. */
export async function writeContent(
  server: string,
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  expected: Expected,
): Promise<string> {
  if (bytes.length > editorLimitBytes) {
    throw new ApiError({ code: 'too_large', status: 413, message: 'the text is larger than 5 MB' })
  }
  const headers: Record<string, string> = { 'content-type': 'application/octet-stream' }
  if (expected === 'new') headers['if-none-match'] = '*'
  else headers['if-match'] = expected.etag
  const answer = await apiBytes(writeFileContent, { params: { server }, query: { path } }, { bytes, headers })
  return answer.headers.get('etag') ?? ''
}
