// Uploads of files as a form sends them: each goes straight to the node and is checked by itself (C327).

import type { UploadPolicy } from '@rookery/contracts/daemon/file-request.ts'
import {
  type uploadFiles as endpoint,
  type UploadedFile,
  uploadLimitBytes,
} from '@rookery/contracts/http/files.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { ByteExchange, Call } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Files } from './files.ts'
import { nameOfPath, pathIn } from './logic/file-path.ts'
import { boundaryOf } from './logic/multipart-headers.ts'
import { type FilePart, readFileParts } from './multipart-parts.ts'
import { auditRefusedUpload, isRefusalOfFile } from './refused-upload.ts'
import { writeFile } from './write-file.ts'

type UploadCall = Call<typeof endpoint, SignedInCaller>

/** Of one form. */
export const formLimits = { files: 1_000, headBytes: 8 * 1024, skippedBytes: uploadLimitBytes }
/** Several files, of which one at least was refused. */
const severalStatuses = 207

interface CheckedPart {
  file: UploadedFile
  refusal: PanelError | null
}

export async function uploadFiles(
  files: Files,
  call: UploadCall,
  exchange: ByteExchange,
): Promise<UploadedFile[]> {
  const boundary = requireBoundary(exchange.incoming.headers['content-type'])
  await files.gameServers.find(call.params.server)
  const policy = await files.uploadPolicy()
  const checked: CheckedPart[] = []
  for await (const part of readFileParts(exchange.body, boundary, formLimits)) {
    checked.push(await storePart(files, call, { ...part, policy }, exchange.signal))
  }
  const [first] = checked
  if (!first) throw new PanelError('malformed_request', { message: 'the form contains no file' })
  const isRefused = checked.some(({ refusal }) => refusal)
  if (isRefused && checked.length === 1) throw first.refusal
  if (isRefused) {
    const answer = JSON.stringify(checked.map(({ file }) => file))
    await exchange.reply.code(severalStatuses).type('application/json; charset=utf-8').send(answer)
  }
  return checked.map(({ file }) => file)
}

async function storePart(
  files: Files,
  call: UploadCall,
  { fileName, content, policy }: FilePart & { policy: UploadPolicy },
  signal: AbortSignal,
): Promise<CheckedPart> {
  const gameServerId = call.params.server
  const path = pathIn(call.query.path, fileName)
  const counted = countBytes(content)
  const reported = { name: nameOfPath(fileName), path }
  try {
    const written = await files.audited(call, 'file.uploaded', [path], () =>
      writeFile(
        files.node,
        {
          call,
          path,
          expect: { what: call.query.overwrite === 'true' ? 'anything' : 'nothing' },
          limitBytes: uploadLimitBytes,
          policy,
          createFolders: true,
          content: counted.content,
        },
        signal,
      ),
    )
    files.describeEdit(call, 'uploaded', [path])
    return { file: { ...reported, size: written.size_bytes, status: 201 }, refusal: null }
  } catch (error) {
    const refusal = counted.isTooLarge() ? tooLarge() : error
    if (!counted.isTooLarge() && !isRefusalOfFile(error)) throw error
    if (!(refusal instanceof PanelError)) throw error
    auditRefusedUpload(files.audit, refusal, {
      gameServerId,
      path,
      caller: call.caller,
      request: call.request,
    })
    const { status, message } = refusal
    return { file: { ...reported, size: counted.bytes(), status, message }, refusal }
  }
}

/** Ends a part that is larger than an upload may be, wherever the node stands with it. */
function countBytes(source: AsyncIterable<Buffer>) {
  let bytes = 0
  async function* content(): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      bytes += piece.length
      if (bytes > uploadLimitBytes) throw tooLarge()
      yield piece
    }
  }
  return { content: content(), bytes: () => bytes, isTooLarge: () => bytes > uploadLimitBytes }
}

function tooLarge(): PanelError {
  return new PanelError('too_large', { message: 'a file may have at most 100 MB' })
}

function requireBoundary(contentType: string | undefined): string {
  const found = boundaryOf(contentType)
  if (found === 'not multipart') {
    throw new PanelError('unsupported_media_type', { message: 'send the files as multipart/form-data' })
  }
  if (found === 'no boundary') {
    throw new PanelError('malformed_request', { message: 'the Content-Type names no usable boundary' })
  }
  return found.boundary
}
