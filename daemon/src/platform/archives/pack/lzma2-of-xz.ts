// Takes the compressed stream out of its xz container: a 7z archive holds the same stream in a container of its own.

import { ArchiveProblem } from '../archive-problem.ts'

/** The end of such a stream. */
const lastChunk = Buffer.from([0])
const streamHeaderBytes = 12
const blockOfLzma2 = 0x21

export interface Lzma2 {
  stream: AsyncIterable<Buffer>
  /** Tells a reader how much memory it needs; 0 until the stream has begun. */
  dictionary: () => number
}

/** An empty content gives an empty stream. */
export function lzma2OfXz(xz: AsyncIterable<Buffer>): Lzma2 {
  let dictionary = 0
  async function* read(): AsyncGenerator<Buffer> {
    const bytes = new Bytes(xz[Symbol.asyncIterator]())
    try {
      await bytes.take(streamHeaderBytes)
      const blocks = { count: 0 }
      for (let header = await bytes.peek(); header !== 0; header = await bytes.peek()) {
        // A block says how long its own header is, in units of four bytes.
        const block = await bytes.take((header + 1) * 4)
        dictionary = Math.max(dictionary, dictionaryOf(block))
        const padding = yield* chunksOf(bytes)
        await bytes.take(padding + checkBytes)
        blocks.count += 1
      }
      if (blocks.count > 0) yield lastChunk
      await bytes.drain()
    } finally {
      await bytes.close()
    }
  }
  return { stream: read(), dictionary: () => dictionary }
}

/** 7-Zip writes CRC-32. */
const checkBytes = 4

function dictionaryOf(block: Buffer): number {
  // Its own length, flags of one filter without sizes, the filter, the length of its properties, the dictionary.
  if (block[1] !== 0 || block[2] !== blockOfLzma2) throw unexpected()
  return block[4] ?? 0
}

/** The chunks of one block, without its end; returns how many bytes fill the block up. */
async function* chunksOf(bytes: Bytes): AsyncGenerator<Buffer, number> {
  let length = 1
  for (let control = await bytes.peek(); control !== 0; control = await bytes.peek()) {
    const isPacked = control >= 0x80
    if (!isPacked && control > 2) throw unexpected()
    const hasProperties = control >= 0xc0
    const head = await bytes.take(isPacked ? (hasProperties ? 6 : 5) : 3)
    const body = await bytes.take(head.readUInt16BE(isPacked ? 3 : 1) + 1)
    length += head.length + body.length
    yield head
    yield body
  }
  await bytes.take(1)
  return (4 - (length % 4)) % 4
}

function unexpected(): ArchiveProblem {
  return new ArchiveProblem('it cannot be compressed: 7-Zip has written something that is not expected')
}

/** Reads a given number of bytes from a stream of pieces. */
class Bytes {
  readonly #pieces: AsyncIterator<Buffer>
  #piece = Buffer.alloc(0)

  constructor(pieces: AsyncIterator<Buffer>) {
    this.#pieces = pieces
  }

  async take(length: number): Promise<Buffer> {
    await this.#fill(length)
    const taken = this.#piece.subarray(0, length)
    this.#piece = this.#piece.subarray(length)
    return taken
  }

  async peek(): Promise<number> {
    await this.#fill(1)
    return this.#piece[0] ?? 0
  }

  async #fill(length: number): Promise<void> {
    while (this.#piece.length < length) {
      const { value, done } = await this.#pieces.next()
      if (done) throw unexpected()
      this.#piece = Buffer.concat([this.#piece, value])
    }
  }

  /** To the end: only then it is known that the writer has not failed. */
  async drain(): Promise<void> {
    while (!(await this.#pieces.next()).done);
  }

  async close(): Promise<void> {
    await this.#pieces.return?.()
  }
}
