// One stream of bulk to the panel, as fast as the panel reads it.

import { type EventEmitter, once } from 'node:events'
import type {
  NodeLinkClient,
  OpenTransfer,
  TransferFromDaemon,
  TransferFromPanel,
} from '@rookery/contracts/daemon/generated/link.ts'
import { BytesLine } from './bytes-line.ts'
import { createInbox } from './inbox.ts'
import { asLinkRefusal, type LinkHooks, LinkRefusal } from './link-hooks.ts'

/** What one message should carry: larger ones delay others, smaller ones cost speed. */
export const transferChunkBytes = 64 * 1024

export interface OutgoingTransfer {
  /** Resolves when the panel can take more; rejects when the transfer is over. */
  write(body: Exclude<NonNullable<TransferFromDaemon['body']>, { $case: 'opened' | 'ended' }>): Promise<void>
  /** Bytes of a file, any number; resolves when they may be overwritten. */
  writeBytes(bytes: Uint8Array): Promise<void>
  /**
   * What the panel sends meanwhile, in order; as slow as its reader. What comes before it is asked for is dropped. Bytes
   * of files are good until the next body is asked for.
   */
  incoming(): AsyncIterable<IncomingBody>
  /** Aborts when the panel no longer wants it or the connection is gone. */
  readonly signal: AbortSignal
}

export type IncomingBody = Exclude<NonNullable<TransferFromPanel['body']>, { $case: 'ended' }>

/** What a Transfer call and a bytes line have in common. */
interface TransferStream extends EventEmitter {
  readonly destroyed: boolean
  write(message: TransferFromDaemon): boolean
  pause(): unknown
  resume(): unknown
  end(): unknown
  cancel(): void
}

/** Pieces of a bytes line are four times as large as those of a call. */
const bytesLineWaitingLimit = 4

/** Opens the stream that the panel asked for (rule L9) and lets a feature fill it. */
export async function runTransfer(
  { transferId, purpose }: OpenTransfer,
  options: {
    channel: NodeLinkClient
    /** Null: there are too many already, and the other connection must do. */
    openBytesLine: () => BytesLine | null
    fill: LinkHooks['transfer']
    /** Rule L16. */
    lateByMs: (expiresAtMs: number | undefined) => number
    failed: (error: unknown) => void
    /** Aborts when Control has ended: its transfers end with it. */
    connection: AbortSignal
  },
): Promise<void> {
  const mayBeOfMany = purpose?.$case === 'fileWork' || purpose?.$case === 'backupWork'
  const isOfManyBytes = purpose?.$case === 'upgradeDaemon' || (mayBeOfMany && purpose.value.byBytesLine)
  const stream: TransferStream =
    (isOfManyBytes ? options.openBytesLine() : null) ?? options.channel.transfer()
  const cancel = () => stream.cancel()
  options.connection.addEventListener('abort', cancel)
  stream.on('close', () => options.connection.removeEventListener('abort', cancel))
  const over = new AbortController()
  const stop = () => over.abort()
  for (const event of ['end', 'error', 'close']) stream.on(event, stop)
  let hear: (body: IncomingBody) => void = () => {}
  stream.on('data', ({ body, expiresAtMs }: TransferFromPanel) => {
    if (body?.$case === 'ended' || options.lateByMs(expiresAtMs) > 0) stop()
    else if (body) hear(body)
  })
  const transfer: OutgoingTransfer = {
    signal: over.signal,
    incoming() {
      const limit = stream instanceof BytesLine ? bytesLineWaitingLimit : undefined
      const inbox = createInbox<IncomingBody>(stream, over.signal, limit)
      hear = inbox.push
      return stream instanceof BytesLine ? reused(stream, inbox) : inbox
    },
    write: body => writeWhole(stream, { body }, over.signal),
    writeBytes: bytes =>
      stream instanceof BytesLine
        ? stream.writeBytes(bytes, over.signal)
        : writeCopies(stream, bytes, over.signal),
  }
  try {
    await writeWhole(stream, { body: { $case: 'opened', value: { transferId } } }, over.signal)
    if (!purpose)
      throw new LinkRefusal('invalid_input', 'the daemon does not know this kind of transfer: update it')
    await options.fill(purpose, transfer)
    await writeWhole(stream, ended('', ''), over.signal)
  } catch (error) {
    if (over.signal.aborted || stream.destroyed) return
    if (!(error instanceof LinkRefusal)) options.failed(error)
    const { code, message, details } = asLinkRefusal(error, 'the daemon could not go on with this')
    stream.write(ended(code, message, details))
  } finally {
    // Whatever still comes is read and dropped: unread, it would keep the call open for ever.
    hear = () => {}
    stream.resume()
    stream.end()
  }
}

const ended = (errorCode: string, message: string, details = ''): TransferFromDaemon => ({
  body: { $case: 'ended', value: { errorCode, message, details } },
})

async function writeWhole(
  stream: TransferStream,
  message: TransferFromDaemon,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  if (!stream.write(message)) await once(stream, 'drain', { signal })
}

async function writeCopies(stream: TransferStream, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  for (let start = 0; start < bytes.length; start += transferChunkBytes) {
    // A copy: the message may wait in the stream while the sender's buffer is filled again.
    const piece = Buffer.from(bytes.subarray(start, start + transferChunkBytes))
    await writeWhole(stream, { body: { $case: 'fileBytes', value: { bytes: piece } } }, signal)
  }
}

async function* reused(line: BytesLine, bodies: AsyncIterable<IncomingBody>): AsyncGenerator<IncomingBody> {
  for await (const body of bodies) {
    yield body
    if (body.$case === 'fileBytes') line.reuse(body.value.bytes)
  }
}
