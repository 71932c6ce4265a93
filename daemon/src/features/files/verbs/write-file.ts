// The verb that takes a whole file from the panel: it appears when all of it is there and checked, or never.

import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type {
  FileRequestOf,
  UploadPolicy,
  WriteExpectation,
  writtenAnswer,
} from '@rookery/contracts/daemon/file-request.ts'
import type * as z from 'zod'
import type { Expectation } from '../../../platform/confined-files/rename-into-place.ts'
import { LinkRefusal } from '../../../platform/panel-link/link-hooks.ts'
import type { FileWork, Reservation, ServerFiles } from '../logic/file-work.ts'
import { createProvisionalFolders } from './provisional-folders.ts'

/** Finds out what a content is; throws LinkRefusal `unsupported_media_type` when the policy does not take it. */
export type CheckContent = (file: FileHandle, policy: UploadPolicy) => Promise<{ detectedType: string }>

export function createWriteFile(checkContent: CheckContent): FileWork<'write'> {
  const folders = createProvisionalFolders()
  return async (serverFiles, request, talk) => {
    const incoming = talk.incoming()
    await serverFiles.root.checkWrite(request.path, expectationOf(request.expect))
    await talk.answer({})
    const reservation = serverFiles.quota.reserve()
    try {
      const leave = request.make_folders ? await folders.makeAbove(serverFiles, request.path) : async () => {}
      const written = await put(serverFiles, request, checkContent, paid(incoming, reservation)).catch(
        async (error: unknown) => {
          await leave(false)
          throw error
        },
      )
      await leave(true)
      await talk.answer(written)
    } finally {
      reservation.release()
    }
  }
}

async function put(
  { root }: ServerFiles,
  { path, expect, limit_bytes: limitBytes, upload, sha256 }: FileRequestOf<'write'>,
  checkContent: CheckContent,
  content: AsyncIterable<Uint8Array>,
): Promise<z.output<typeof writtenAnswer>> {
  const hash = sha256 === null ? null : createHash('sha256')
  let detectedType: string | null = null
  const { sizeBytes, etag } = await root.putFile(path, hash ? hashed(content, hash) : content, {
    limitBytes,
    mustBeNew: expect.what === 'nothing',
    ...(expect.what === 'etag' && { mustBeEtag: expect.etag }),
    async beforeAppearing(file) {
      if (hash && hash.digest('hex') !== sha256)
        throw new LinkRefusal('invalid_input', 'the content does not have the SHA-256 that was announced')
      if (upload !== null) detectedType = (await checkContent(file, upload)).detectedType
    },
  })
  return { etag, size_bytes: sizeBytes, detected_type: detectedType }
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

async function* paid(
  content: AsyncIterable<Uint8Array>,
  reservation: Reservation,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    await reservation.take(chunk.length)
    yield chunk
  }
  reservation.moves()
}

function expectationOf(expect: WriteExpectation): Expectation {
  if (expect.what === 'etag') return { etag: expect.etag }
  return expect.what
}
