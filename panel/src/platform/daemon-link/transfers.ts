// Streams of bulk that the panel asks a node to open: each is one Transfer call, claimed by its random id (rule L9).

import type { EventEmitter } from 'node:events'
import { status } from '@grpc/grpc-js'
import type {
  OpenTransfer,
  TransferFromDaemon,
  TransferFromPanel,
} from '@rookery/contracts/daemon/generated/link.ts'
import { NodeOfflineError, NodeTimeoutError, TransferError } from './link-errors.ts'
import type { LinkSharing } from './link-sharing.ts'
import { transferLifeMs } from './logic/message-life.ts'

/** What a Transfer call and a bytes line have in common. */
export interface TransferCall extends EventEmitter, AsyncIterable<TransferFromDaemon> {
  readonly writableEnded: boolean
  readonly destroyed: boolean
  /** Only a call knows this. */
  readonly cancelled?: boolean
  write(message: TransferFromPanel): boolean
  end(): unknown
}
export type TransferPurpose = NonNullable<OpenTransfer['purpose']>
export type TransferBody = Exclude<NonNullable<TransferFromDaemon['body']>, { $case: 'opened' | 'ended' }>

export interface Transfer extends AsyncIterable<TransferBody> {
  /** Resolves when more may be sent. */
  send(body: NonNullable<TransferFromPanel['body']>): Promise<void>
  /**
   * Ends it in good order; also happens when the reader leaves its loop. With a reason it is cut off, which frees a
   * reader whom the node leaves waiting.
   */
  close(reason?: NodeTimeoutError): void
}

/** A node that knows how to answer at once does so much sooner, also with slow disks. */
export const answerLimitMs = 30_000

/** What comes of a transfer, unless the node says nothing for so long: then NodeTimeoutError, and it is cut off. */
export async function withinSilence<Value>(
  transfer: Pick<Transfer, 'close'>,
  coming: Promise<Value>,
  limitMs: number,
): Promise<Value> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new NodeTimeoutError('answer', limitMs)
    reject(error)
    transfer.close(error)
  }, limitMs)
  try {
    return await Promise.race([coming, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** All of a transfer, with that limit for each message. */
export async function* readWithinSilence(transfer: Transfer): AsyncGenerator<TransferBody> {
  const bodies = transfer[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value, done } = await withinSilence(transfer, bodies.next(), answerLimitMs)
      if (done) return
      yield value
    }
  } finally {
    transfer.close()
  }
}

/** Hands the order to the node; rejects when that cannot be done. */
export type AskForTransfer = (order: OpenTransfer) => void | Promise<void>

export interface Transfers {
  open(nodeId: number, ask: AskForTransfer, purpose: TransferPurpose): Promise<Transfer>
  /** `passOn` takes what another instance waits for (rule L14). */
  accept(nodeId: number, call: TransferCall, passOn?: LinkSharing['passOn']): Promise<void>
  /** The node has gone: whatever is open or awaited ends with an error. */
  dropNode(nodeId: number, reason: string): void
}

interface Awaited {
  nodeId: number
  resolve: (transfer: Transfer) => void
  reject: (error: Error) => void
}

export function createTransfers(options: {
  newId: () => string
  openTimeoutMs: number
  clock: () => number
}): Transfers {
  const awaited = new Map<string, Awaited>()
  const open = new Map<TransferCall, number>()
  return {
    async open(nodeId, ask, purpose) {
      const transferId = options.newId()
      const { promise, resolve, reject } = Promise.withResolvers<Transfer>()
      awaited.set(transferId, { nodeId, resolve, reject })
      const lateError = new NodeTimeoutError('open the transfer', options.openTimeoutMs)
      const timer = setTimeout(() => reject(lateError), options.openTimeoutMs)
      try {
        const asked = Promise.resolve(ask({ transferId, purpose }))
        return await Promise.race([promise, asked.then(() => promise)])
      } finally {
        clearTimeout(timer)
        awaited.delete(transferId)
      }
    },
    async accept(nodeId, call, passOn) {
      const timer = setTimeout(
        () => cutOff(call, status.DEADLINE_EXCEEDED, new Error('the transfer did not say which one it is')),
        options.openTimeoutMs,
      )
      const reader = call[Symbol.asyncIterator]()
      const first = await reader.next().catch(() => undefined)
      clearTimeout(timer)
      const transferId = first?.value?.body?.$case === 'opened' ? first.value.body.value.transferId : ''
      const claim = awaited.get(transferId)
      const rest = reader
      if (!claim && first?.value && passOn?.({ nodeId, transferId, call, first: first.value, rest })) {
        open.set(call, nodeId)
        call.on('close', () => open.delete(call))
        return
      }
      if (claim?.nodeId !== nodeId) {
        return cutOff(call, status.PERMISSION_DENIED, new Error('the panel has not asked for this transfer'))
      }
      awaited.delete(transferId)
      open.set(call, nodeId)
      call.on('close', () => open.delete(call))
      claim.resolve(transferOf(nodeId, call, reader, options.clock))
    },
    dropNode(nodeId, reason) {
      const error = new NodeOfflineError(nodeId, reason)
      for (const claim of awaited.values()) if (claim.nodeId === nodeId) claim.reject(error)
      for (const [call, owner] of open) if (owner === nodeId) cutOff(call, status.UNAVAILABLE, error)
    },
  }
}

/** The library's way to end a call with a status; whoever reads the call gets the error too. */
function cutOff(call: TransferCall, code: status, error: Error): void {
  call.emit('error', Object.assign(error, { code, details: error.message }))
}

function transferOf(
  nodeId: number,
  call: TransferCall,
  reader: AsyncIterator<TransferFromDaemon>,
  clock: () => number,
): Transfer {
  function close(reason?: NodeTimeoutError): void {
    if (reason) cutOff(call, status.DEADLINE_EXCEEDED, reason)
    else if (!call.writableEnded) call.end()
  }

  async function* bodies(): AsyncGenerator<TransferBody> {
    try {
      for (;;) {
        const { value, done } = await reader.next().catch((error: unknown) => {
          throw error instanceof NodeOfflineError || error instanceof NodeTimeoutError
            ? error
            : new NodeOfflineError(nodeId, 'the transfer was cut off')
        })
        if (done) throw new NodeOfflineError(nodeId, 'the transfer was cut off')
        const body = (value as TransferFromDaemon).body
        if (body?.$case === 'ended') {
          if (body.value.errorCode)
            throw new TransferError(body.value.errorCode, body.value.message, body.value.details)
          return
        }
        if (body && body.$case !== 'opened') yield body
      }
    } finally {
      close()
    }
  }

  return {
    [Symbol.asyncIterator]: bodies,
    close,
    async send(body) {
      const lifeMs = transferLifeMs(body)
      const message = lifeMs === null ? { body } : { body, expiresAtMs: clock() + lifeMs }
      if (!call.write(message)) await drained(call)
    },
  }
}

/** Or closed: whoever writes again hears of that. No listener stays for as long as the transfer lives. */
function drained(call: TransferCall): Promise<void> {
  return new Promise(resolve => {
    function leave(): void {
      call.off('drain', leave).off('close', leave)
      resolve()
    }
    if (call.destroyed) resolve()
    else call.on('drain', leave).on('close', leave)
  })
}
