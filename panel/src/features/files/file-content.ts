// The content of one file for the editor: read with its state, written only over the state that was read.

import { statAnswer, type WriteExpectation } from '@rookery/contracts/daemon/file-request.ts'
import { editorLimitBytes, type writeFileContent as endpoint } from '@rookery/contracts/http/files.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import { writeConditionOf } from '../../platform/http/logic/etag-conditions.ts'
import type { ByteExchange, Call } from '../../platform/http/route.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Files } from './files.ts'
import { createTextCheck } from './logic/text-check.ts'
import type { FilesCall, NodeFiles } from './node-files.ts'
import { writeFile } from './write-file.ts'

export async function writeContent(
  files: Files,
  call: Call<typeof endpoint, SignedInCaller>,
  exchange: ByteExchange,
): Promise<void> {
  const { signal, incoming, reply } = exchange
  const { path } = call.query
  if (Number(incoming.headers['content-length'] ?? 0) > editorLimitBytes) throw tooLarge()
  const expect = await expectationOf(files.node, { call, path }, incoming.headers, signal)
  const content = textOf(exchange.body)
  const file = {
    call,
    path,
    expect,
    limitBytes: editorLimitBytes,
    policy: null,
    createFolders: false,
    content,
  }
  const { etag } = await writeFile(files.node, file, signal)
  files.describeEdit(call, 'written', [path])
  reply.header('etag', `"${etag}"`)
}

interface Place {
  call: FilesCall
  path: string
}

async function expectationOf(
  node: NodeFiles,
  { call, path }: Place,
  headers: { 'if-match'?: string | undefined; 'if-none-match'?: string | undefined },
  signal: AbortSignal,
): Promise<WriteExpectation> {
  const condition = writeConditionOf(headers['if-match'], headers['if-none-match'])
  if (condition.on === 'nothing in particular') return { what: 'anything' }
  if (condition.on === 'a free name') return { what: 'nothing' }
  if (condition.on === 'something unreadable') {
    throw new PanelError('malformed_request', {
      message: 'send If-Match with one or more ETags or *, or If-None-Match: *, not both',
    })
  }
  const { etag } = await node
    .ask(call, { verb: 'stat', path }, statAnswer, signal)
    .catch((error: unknown) => {
      throw error instanceof PanelError && error.code === 'not_found' ? changedMeanwhile() : error
    })
  const isMet = condition.on === 'an existing file' || condition.etags.includes(etag)
  if (!isMet) throw changedMeanwhile()
  return { what: 'etag', etag }
}

function changedMeanwhile(): PanelError {
  return new PanelError('precondition_failed', {
    message: 'the file was changed or deleted in the meantime: read it again before you write it',
  })
}

/** Throws at the first byte that no text has. */
async function* textOf(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const check = createTextCheck()
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > editorLimitBytes) throw tooLarge()
    if (!check.isTextWith(piece)) throw notText()
    yield piece
  }
  if (!check.isWhole()) throw notText()
}

function tooLarge(): PanelError {
  return new PanelError('too_large', { message: 'the editor writes at most 5 MB: upload the file instead' })
}

function notText(): PanelError {
  return new PanelError('unsupported_media_type', {
    message: 'this is neither UTF-8 text nor UTF-16 text with a byte order mark: upload the file instead',
  })
}
