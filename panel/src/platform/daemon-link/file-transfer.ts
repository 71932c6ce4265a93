// One request with bytes at work on a node, over a transfer: its answers, bytes both ways, refusals as errors of the API.

import * as z from 'zod'
import { PanelError } from '../panel-error.ts'
import { withinSignal } from '../within-signal.ts'
import { TransferError } from './link-errors.ts'
import { nodeErrorCode } from './logic/node-error-code.ts'
import { readNodeJson, unreadableAnswer } from './node-answers.ts'
import { type Transfer, type TransferBody, withinSilence } from './transfers.ts'

/** So long nobody waits for a node that says nothing, whatever it may be doing. */
export const workLimitMs = 60 * 60_000

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

/** The transfer is closed when `signal` aborts. */
export function fileTransferOf(transfer: Transfer, signal: AbortSignal, firstLimitMs: number): FileTransfer {
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
