// Hands a stream of bytes to the node as a new content, no faster than the node takes it; cut off, nothing stays.

import {
  type FileRequestOf,
  type WriteExpectation,
  writtenAnswer,
} from '@rookery/contracts/daemon/file-request.ts'
import * as z from 'zod'
import type { FilesCall, NodeFiles } from './node-files.ts'

interface NewContent {
  call: FilesCall
  path: string
  expect: WriteExpectation
  limitBytes: number
  /** Null where the type of the content is free. */
  policy: FileRequestOf<'write'>['upload']
  createFolders: boolean
  content: AsyncIterable<Buffer>
}

export async function writeFile(node: NodeFiles, file: NewContent, signal: AbortSignal) {
  const request: FileRequestOf<'write'> = {
    verb: 'write',
    path: file.path,
    expect: file.expect,
    limit_bytes: file.limitBytes,
    upload: file.policy,
    sha256: null,
    make_folders: file.createFolders,
  }
  const transfer = await node.open(file.call, request, signal)
  try {
    await transfer.answer(z.object({}))
    for await (const piece of file.content) await transfer.send(piece)
    await transfer.sentAll()
    return await transfer.answer(writtenAnswer)
  } finally {
    transfer.close()
  }
}
