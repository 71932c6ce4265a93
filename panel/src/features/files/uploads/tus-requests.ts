// The requests of tus 1.0: headers in, one or two pieces of work on the node, headers out.

import type { largeTransfer, resumableUpload } from '@rookery/contracts/http/files.ts'
import type { SignedInCaller } from '../../../platform/caller.ts'
import type { ByteExchange, Call } from '../../../platform/http/route.ts'
import { PanelError } from '../../../platform/panel-error.ts'
import { expiryHeader, patchType, progressHeaders, readBytes } from './logic/tus-headers.ts'
import { metadataLimit, readMetadata, type UploadTarget } from './logic/upload-metadata.ts'
import type { NodeUploads } from './node-uploads.ts'

interface BeginDeps {
  uploads: NodeUploads
  limitBytes: number
  pathOf: (gameServerId: number, uploadId: string) => string
}

type Tus = typeof resumableUpload | typeof largeTransfer

/** 201 with the address of the upload, relative to the panel: it may be known by several names. */
export async function begin(
  { uploads, limitBytes, pathOf }: BeginDeps,
  call: Call<Tus['begin'], SignedInCaller>,
  { incoming: { headers }, reply, signal }: ByteExchange,
): Promise<void> {
  const sizeBytes = readBytes(headers['upload-length'])
  if (sizeBytes === null) throw malformed('say how long the file is: Upload-Length, a number of bytes')
  if (sizeBytes > limitBytes)
    throw new PanelError('too_large', { message: `a file may have at most ${limitBytes / 1024 ** 2} MB` })
  const metadata = String(headers['upload-metadata'] ?? '')
  const target = requireTarget(metadata)
  const { uploadId, begun_at_ms } = await uploads.begin(
    call,
    { sizeBytes, limitBytes, metadata, target },
    signal,
  )
  // Nothing more will come, and nobody would make it appear.
  if (sizeBytes === 0) await uploads.finish(call, uploadId, target.path, signal)
  reply.headers({
    location: pathOf(call.params.server, uploadId),
    ...expiryHeader(begun_at_ms),
  })
}

/**
 * Also makes a file appear that is whole but not finished, because the node or the connection ended between the two: a
 * client that sees the full length is content and never comes back.
 */
export async function read(
  uploads: NodeUploads,
  call: Call<Tus['read'], SignedInCaller>,
  { reply, signal }: ByteExchange,
): Promise<void> {
  const found = await uploads.read(call, signal)
  if (found.offset === found.size_bytes) await uploads.finish(call, call.params.upload, found.path, signal)
  reply.headers(progressHeaders(found))
}

export async function append(
  uploads: NodeUploads,
  call: Call<Tus['append'], SignedInCaller>,
  { incoming: { headers }, body, reply, signal }: ByteExchange,
): Promise<void> {
  if (headers['content-type'] !== patchType)
    throw new PanelError('unsupported_media_type', { message: `send the bytes as ${patchType}` })
  const offset = readBytes(headers['upload-offset'])
  if (offset === null) throw malformed('say where these bytes belong: Upload-Offset, a number of bytes')
  const found = await uploads.append(call, offset, body, signal)
  if (found.offset === found.size_bytes) await uploads.finish(call, call.params.upload, found.path, signal)
  reply.headers({ 'upload-offset': String(found.offset), ...expiryHeader(found.begun_at_ms) })
}

export async function drop(
  uploads: NodeUploads,
  call: Call<Tus['drop'], SignedInCaller>,
  { signal }: ByteExchange,
): Promise<void> {
  // Somebody else's is refused, and one that is gone is told as gone.
  await uploads.read(call, signal)
  await uploads.remove(call, signal)
}

function requireTarget(metadata: string): UploadTarget {
  if (metadata.length > metadataLimit) throw malformed(`Upload-Metadata may have ${metadataLimit} characters`)
  const reading = readMetadata(metadata === '' ? undefined : metadata)
  if (reading === 'malformed') throw malformed('Upload-Metadata must be pairs of a name and a base64 value')
  if ('fields' in reading) throw new PanelError('invalid_input', { fields: reading.fields })
  return reading.target
}

function malformed(message: string): PanelError {
  return new PanelError('malformed_request', { message })
}
