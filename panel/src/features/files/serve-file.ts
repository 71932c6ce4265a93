// Answers with the bytes of one file: conditions, a range where one is asked for, and headers that keep it harmless.

import { statAnswer } from '@rookery/contracts/daemon/file-request.ts'
import type { FastifyReply } from 'fastify'
import type { FileTransfer } from '../../platform/daemon-link/file-transfer.ts'
import { isKnownState, isRangeWanted } from '../../platform/http/logic/etag-conditions.ts'
import type { ByteExchange } from '../../platform/http/route.ts'
import { exactly, sendBytes } from '../../platform/http/send-bytes.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { byteRangeOf } from './logic/byte-range.ts'
import type { FilesCall, NodeFiles } from './node-files.ts'

export interface ServedFile {
  call: FilesCall
  path: string
  /** HEAD: the same headers and nothing else. */
  isHead: boolean
  /** Larger files are refused. */
  limitBytes?: number
}

interface Window {
  start: number
  end: number | null
}

interface OpenFile {
  transfer: FileTransfer
  etag: string
  sizeBytes: number
}

export async function serveFile(
  node: NodeFiles,
  file: ServedFile,
  { incoming, reply, signal }: ByteExchange,
): Promise<FastifyReply> {
  const { headers } = incoming
  const open = (window: Window) => openFile(node, file, window, signal)
  let opened = await open({ start: 0, end: null })
  try {
    if (opened.sizeBytes > (file.limitBytes ?? Number.POSITIVE_INFINITY)) throw tooLarge(opened.sizeBytes)
    reply.header('accept-ranges', 'bytes').header('etag', `"${opened.etag}"`)
    if (isKnownState(headers['if-none-match'], opened.etag)) return reply.code(304).send()
    const isWanted = isRangeWanted(headers['if-range']?.toString(), opened.etag)
    const range = isWanted ? byteRangeOf(headers.range, opened.sizeBytes) : 'whole'
    if (range === 'unsatisfiable') throw unsatisfiable(opened.sizeBytes)
    if (range === 'whole') return send(reply, file, opened, opened.sizeBytes)
    const whole = opened
    whole.transfer.close()
    opened = await open(range)
    // Written to between the two: a range of another state is worth nothing, the whole of the new one is.
    if (opened.etag !== whole.etag) {
      opened.transfer.close()
      opened = await open({ start: 0, end: null })
      return send(reply.header('etag', `"${opened.etag}"`), file, opened, opened.sizeBytes)
    }
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${opened.sizeBytes}`)
    return send(reply, file, opened, range.end - range.start + 1)
  } catch (error) {
    opened.transfer.close()
    throw error
  } finally {
    if (reply.statusCode === 304) opened.transfer.close()
  }
}

async function openFile(
  node: NodeFiles,
  { call, path }: ServedFile,
  window: Window,
  signal: AbortSignal,
): Promise<OpenFile> {
  const transfer = await node.open(call, { verb: 'read', path, ...window }, signal)
  try {
    const { entry, etag } = await transfer.answer(statAnswer)
    return { transfer, etag, sizeBytes: entry.size_bytes }
  } catch (error) {
    transfer.close()
    throw error
  }
}

function send(reply: FastifyReply, file: ServedFile, { transfer }: OpenFile, bytes: number): FastifyReply {
  reply.header('content-length', bytes)
  if (file.isHead) transfer.close()
  return sendBytes(reply, file.isHead ? [] : exactly(transfer.bytes(), bytes))
}

function tooLarge(sizeBytes: number): PanelError {
  return new PanelError('too_large', {
    message: `the file has ${sizeBytes} bytes, and the editor reads at most 5 MB: download it instead`,
  })
}

function unsatisfiable(sizeBytes: number): PanelError {
  return new PanelError('range_not_satisfiable', { headers: { 'content-range': `bytes */${sizeBytes}` } })
}
