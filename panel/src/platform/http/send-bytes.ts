// Answers with bytes that somebody else wrote: harmless on the panel's own address, and no faster than they are read.

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A client that takes no byte for so long is gone; it would keep a file open on the node. */
const stalledMs = 5 * 60_000

/** Whatever it is, no browser runs or shows it on the panel's own address (T-074). */
export function sendBytes(
  reply: FastifyReply,
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): FastifyReply {
  reply.raw.setTimeout(stalledMs)
  return reply
    .type('application/octet-stream')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', 'sandbox')
    .header('cache-control', 'private, no-cache')
    .send(Readable.from(bytes, { objectMode: false }))
}

/** What grows meanwhile is cut, what shrinks breaks the answer off: its length has been told. */
export async function* exactly(source: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes
  for await (const piece of source) {
    yield piece.length > left ? piece.subarray(0, left) : piece
    left -= Math.min(left, piece.length)
    if (left === 0) return
  }
  if (left > 0) throw new Error('the file has become shorter while it was read')
}

/** The same bytes, of which the first piece is here already: who sends them refuses before that, never after. */
export async function onceBegun(source: AsyncIterable<Uint8Array>): Promise<AsyncGenerator<Uint8Array>> {
  const pieces = source[Symbol.asyncIterator]()
  return resumed(await pieces.next(), pieces)
}

async function* resumed(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value
  } finally {
    await rest.return?.()
  }
}
