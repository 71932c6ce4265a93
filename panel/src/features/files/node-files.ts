// Asks the node of a game server for its files: one transfer per request, refusals as errors of the API.

import type { FileRequest } from '@rookery/contracts/daemon/file-request.ts'
import * as z from 'zod'
import type { Caller } from '../../platform/caller.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { TransferError } from '../../platform/daemon-link/link-errors.ts'
import { nodeErrorCode } from '../../platform/daemon-link/logic/node-error-code.ts'
import { readNodeJson, unreadableAnswer } from '../../platform/daemon-link/node-answers.ts'
import {
  answerLimitMs,
  type Transfer,
  type TransferBody,
  withinSilence,
} from '../../platform/daemon-link/transfers.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { withinSignal } from '../../platform/within-signal.ts'
import type { Access } from '../access/access.ts'
import type { GameServers } from '../game-servers/game-servers.ts'

interface NodeFilesDeps {
  access: Pick<Access, 'isAdministrator'>
  gameServers: Pick<GameServers, 'nodeOf'>
  link: Pick<DaemonLink, 'openTransfer'>
}

/** Worth a connection of their own; all others are answered in one or two messages. */
const verbsOfManyBytes: ReadonlySet<FileRequest['verb']> = new Set(['read', 'write', 'append_upload', 'pack'])

/** These do all of their work before they answer; every other one says first that it was understood. */
const verbsOfLongWork: ReadonlySet<FileRequest['verb']> = new Set([
  'copy',
  'delete',
  'hash',
  'search',
  'pack',
  'usage',
  'finish_upload',
])
/** So long nobody waits for a node that says nothing, whatever it may be doing. */
const workLimitMs = 60 * 60_000

/** One request at work on the node. */
export interface FileTransfer {
  /** The next FileAnswer, checked: a node may be older, newer or not ours any more. */
  answer<Answer>(shape: z.ZodType<Answer>): Promise<Answer>
  /** FileAnswers until the request ends; each as the node gave it. */
  answers(): AsyncIterable<unknown>
  /** FileBytes until the request ends; no faster than they are read. */
  bytes(): AsyncIterable<Uint8Array>
  /** Resolves when more may be sent; throws when the node has refused meanwhile. */
  send(bytes: Buffer): Promise<void>
  /** All was sent: what was written may appear. */
  sentAll(): Promise<void>
  /** Leaves; what was written without `sentAll` does not stay. */
  close(): void
}

export type NodeFiles = ReturnType<typeof createNodeFiles>

/** Who asks for the files of which game server. */
export interface FilesCall {
  params: { server: number }
  caller: Caller
}

export function createNodeFiles({ gameServers, link, access }: NodeFilesDeps) {
  /** The transfer is closed when `signal` aborts: the node stops what nobody waits for. */
  async function open(
    { params: { server: gameServerId }, caller }: FilesCall,
    request: FileRequest,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<FileTransfer> {
    const nodeId = await gameServers.nodeOf(gameServerId)
    if (nodeId === null) throw new PanelError('not_found', { message: 'there is no such game server' })
    const byBytesLine = verbsOfManyBytes.has(request.verb)
    const byAdministrator = caller.kind !== 'anonymous' && (await access.isAdministrator(caller.userId))
    const value = { gameServerId, request: JSON.stringify(request), byBytesLine, byAdministrator }
    signal.throwIfAborted()
    const transfer = await link.openTransfer(nodeId, { $case: 'fileWork', value })
    return fileTransferOf(transfer, signal, verbsOfLongWork.has(request.verb) ? workLimitMs : answerLimitMs)
  }

  return {
    open,
    /** For requests with one answer. */
    async ask<Answer>(
      call: FilesCall,
      request: FileRequest,
      shape: z.ZodType<Answer>,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Answer> {
      const transfer = await open(call, request, signal)
      try {
        return await transfer.answer(shape)
      } finally {
        transfer.close()
      }
    },
  }
}

function fileTransferOf(transfer: Transfer, signal: AbortSignal, firstLimitMs: number): FileTransfer {
  const bodies = transfer[Symbol.asyncIterator]()
  const refused = new AbortController()
  /** What comes while bytes are sent: the next answer, or a refusal in the middle. */
  let ahead: Promise<IteratorResult<TransferBody>> | null = null
  let limitMs = firstLimitMs

  function close(): void {
    signal.removeEventListener('abort', close)
    transfer.close()
  }
  signal.addEventListener('abort', close, { once: true })
  if (signal.aborted) close()

  async function read(): Promise<IteratorResult<TransferBody>> {
    try {
      return await bodies.next()
    } catch (error) {
      throw signal.aborted ? signal.reason : asPanelError(error)
    }
  }

  function next(): Promise<IteratorResult<TransferBody>> {
    const coming = ahead ?? read()
    ahead = null
    const limit = limitMs
    limitMs = workLimitMs
    return withinSilence(transfer, withinSignal(coming, signal), limit)
  }

  /** The node may stop reading when it has refused: nobody waits for it then. */
  async function send(body: Parameters<Transfer['send']>[0]): Promise<void> {
    if (!ahead) {
      ahead = read()
      ahead.catch((error: unknown) => refused.abort(error))
    }
    const sent = withinSignal(withinSignal(transfer.send(body), refused.signal), signal)
    await withinSilence(transfer, sent, workLimitMs)
  }

  async function* each<Value>(kind: 'fileAnswer' | 'fileBytes', pick: (value: never) => Value) {
    try {
      for (;;) {
        const { value: body, done } = await next()
        if (done) return
        if (body.$case === kind) yield pick(body.value as never)
      }
    } finally {
      close()
    }
  }

  return {
    async answer(shape) {
      const { value: body, done } = await next()
      if (done || body.$case !== 'fileAnswer') throw unreadableAnswer()
      return readNodeJson(shape, body.value.json)
    },
    answers: () => each('fileAnswer', (value: { json: string }) => readNodeJson(z.unknown(), value.json)),
    bytes: () => each('fileBytes', (value: { bytes: Uint8Array }) => value.bytes),
    send: bytes => send({ $case: 'fileBytes', value: { bytes } }),
    sentAll: () => send({ $case: 'fileEnd', value: {} }),
    close,
  }
}

function asPanelError(error: unknown): unknown {
  if (!(error instanceof TransferError)) return error
  return new PanelError(nodeErrorCode(error.code), { message: error.message, cause: error })
}
