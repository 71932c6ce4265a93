// The output of one container in the daemon's memory: the newest of it, numbered by byte, for any number of readers.

import { OutputRing } from '@rookery/primitives/output-ring.ts'
import type { OutputChunk } from '../process-manager.ts'
import type { KnownOutput } from './logic/align-output.ts'

const retainedBytes = 1024 * 1024
const chunkBytes = 64 * 1024
const tailBytes = 4 * 1024

export class OutputRecord {
  readonly streamId: string
  #ring: OutputRing
  #changed = Promise.withResolvers<void>()
  #isFinished = false
  /** Called after every change. */
  onChange: () => void = () => {}

  constructor(streamId: string, startSeq = 0) {
    this.streamId = streamId
    this.#ring = new OutputRing(retainedBytes, startSeq)
  }

  get endSeq(): number {
    return this.#ring.endSeq
  }

  /** What to recognize this output by later. */
  get known(): KnownOutput {
    const { endSeq } = this.#ring
    const { bytes } = this.#ring.read(Math.max(0, endSeq - tailBytes), tailBytes)
    return { endSeq, tail: bytes }
  }

  append(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#isFinished) return
    this.#ring.append(bytes)
    this.#wake()
  }

  /** Bytes whose place is known: what is here already is not taken twice, what is missing before them is a gap. */
  extend(seq: number, bytes: Buffer): void {
    if (seq > this.endSeq) this.#ring = new OutputRing(retainedBytes, seq)
    this.append(bytes.subarray(Math.max(0, this.endSeq - seq)))
  }

  /** Nothing more comes. */
  finish(): void {
    this.#isFinished = true
    this.#wake()
  }

  async *watch(fromSeq: number, signal: AbortSignal): AsyncGenerator<OutputChunk, void, void> {
    let expectedSeq = fromSeq
    const closed = Promise.withResolvers<void>()
    const close = () => closed.resolve()
    signal.addEventListener('abort', close)
    try {
      while (!signal.aborted) {
        const changed = this.#changed.promise
        const { seq, bytes } = this.#ring.read(expectedSeq, chunkBytes)
        if (bytes.length > 0) {
          yield { streamId: this.streamId, seq, bytes, gapBytes: Math.max(0, seq - expectedSeq) }
          expectedSeq = seq + bytes.length
        } else if (this.#isFinished) return
        else await Promise.race([changed, closed.promise])
      }
    } finally {
      signal.removeEventListener('abort', close)
    }
  }

  #wake(): void {
    const { resolve } = this.#changed
    this.#changed = Promise.withResolvers()
    resolve()
    this.onChange()
  }
}
