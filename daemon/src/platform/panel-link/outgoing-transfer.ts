// One stream of bulk to the panel, as fast as the panel reads it.

import { once } from 'node:events'
import type { ClientDuplexStream } from '@grpc/grpc-js'
import type {
  NodeLinkClient,
  OpenTransfer,
  TransferFromDaemon,
  TransferFromPanel,
} from '@rookery/contracts/daemon/generated/link.ts'
import { createInbox } from './inbox.ts'
import { type LinkHooks, LinkRefusal } from './link-hooks.ts'

/** What one message should carry: larger ones delay others, smaller ones cost speed. */
export const transferChunkBytes = 64 * 1024

export interface OutgoingTransfer {
  /** Resolves when the panel can take more; rejects when the transfer is over. */
  write(body: Exclude<NonNullable<TransferFromDaemon['body']>, { $case: 'opened' | 'ended' }>): Promise<void>
  /** What the panel sends meanwhile, in order; as slow as its reader. What comes before it is asked for is dropped. */
  incoming(): AsyncIterable<IncomingBody>
  /** Aborts when the panel no longer wants it or the connection is gone. */
  readonly signal: AbortSignal
}

export type IncomingBody = Exclude<NonNullable<TransferFromPanel['body']>, { $case: 'ended' }>

type TransferStream = ClientDuplexStream<TransferFromDaemon, TransferFromPanel>

/** Opens the stream that the panel asked for (rule L9) and lets a feature fill it. */
export async function runTransfer(
  { transferId, purpose }: OpenTransfer,
  options: {
    channel: NodeLinkClient
    fill: LinkHooks['transfer']
    failed: (error: unknown) => void
    /** Aborts when Control has ended: its transfers end with it. */
    connection: AbortSignal
  },
): Promise<void> {
  const stream = options.channel.transfer()
  options.connection.addEventListener('abort', () => stream.cancel())
  const over = new AbortController()
  const stop = () => over.abort()
  for (const event of ['end', 'error', 'close']) stream.on(event, stop)
  let hear: (body: IncomingBody) => void = () => {}
  stream.on('data', ({ body }: TransferFromPanel) => {
    if (body?.$case === 'ended') stop()
    else if (body) hear(body)
  })
  const transfer: OutgoingTransfer = {
    signal: over.signal,
    incoming() {
      const inbox = createInbox<IncomingBody>(stream, over.signal)
      hear = inbox.push
      return inbox
    },
    write: body => writeWhole(stream, { body }, over.signal),
  }
  try {
    await writeWhole(stream, { body: { $case: 'opened', value: { transferId } } }, over.signal)
    if (!purpose)
      throw new LinkRefusal('invalid_input', 'the daemon does not know this kind of transfer: update it')
    await options.fill(purpose, transfer)
    await writeWhole(stream, ended('', ''), over.signal)
  } catch (error) {
    if (over.signal.aborted) return
    if (!(error instanceof LinkRefusal)) options.failed(error)
    stream.write(
      error instanceof LinkRefusal
        ? ended(error.code, error.message)
        : ended('internal', 'the daemon could not go on with this'),
    )
  } finally {
    stream.end()
  }
}

const ended = (errorCode: string, message: string): TransferFromDaemon => ({
  body: { $case: 'ended', value: { errorCode, message } },
})

async function writeWhole(
  stream: TransferStream,
  message: TransferFromDaemon,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  if (!stream.write(message)) await once(stream, 'drain', { signal })
}
