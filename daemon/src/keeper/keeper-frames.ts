// Cuts a byte stream into the frames of the keeper protocol, and builds them.

import { frameKinds, type KeeperEvent, type KeeperReply, type KeeperRequest } from './keeper-protocol.ts'

const lengthBytes = 4
const outputHeadBytes = lengthBytes + 1 + 4 + 6
const inputHeadBytes = lengthBytes + 1 + 4 + 4

export interface Frame {
  kind: number
  payload: Buffer
}

/** Keeps at most one unfinished frame; a frame longer than the limit is a broken stream. */
export class FrameReader {
  readonly #limitBytes: number
  /** Of the length that comes first, as long as it is not whole itself. */
  #length: Buffer = Buffer.alloc(0)
  /** What follows the length, filled as it comes: a long frame is copied once, however many pieces it comes in. */
  #body: Buffer | null = null
  #filledBytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  /** Throws a sentence when the stream cannot be one of ours. */
  push(chunk: Buffer): Frame[] {
    const frames: Frame[] = []
    let rest = chunk
    while (rest.length > 0) {
      if (this.#body === null) rest = this.#begin(rest, frames)
      else rest = this.#fill(this.#body, rest, frames)
    }
    return frames
  }

  /** A frame that lies whole in the chunk is taken as it is. */
  #begin(chunk: Buffer, frames: Frame[]): Buffer {
    const missingBytes = lengthBytes - this.#length.length
    const head =
      missingBytes === lengthBytes ? chunk : Buffer.concat([this.#length, chunk.subarray(0, missingBytes)])
    if (head.length < lengthBytes) {
      this.#length = Buffer.from(head)
      return Buffer.alloc(0)
    }
    this.#length = Buffer.alloc(0)
    const length = head.readUInt32BE(0)
    if (length < 1 || length > this.#limitBytes) throw new Error(`a frame of ${length} bytes is not accepted`)
    const rest = chunk.subarray(missingBytes)
    if (rest.length >= length) {
      frames.push(frameOf(rest.subarray(0, length)))
      return rest.subarray(length)
    }
    this.#body = Buffer.allocUnsafe(length)
    this.#filledBytes = 0
    return rest
  }

  #fill(body: Buffer, chunk: Buffer, frames: Frame[]): Buffer {
    const taken = chunk.copy(body, this.#filledBytes)
    this.#filledBytes += taken
    if (this.#filledBytes === body.length) {
      frames.push(frameOf(body))
      this.#body = null
    }
    return chunk.subarray(taken)
  }
}

function frameOf(body: Buffer): Frame {
  return { kind: body.readUInt8(0), payload: body.subarray(1) }
}

function jsonFrame(kind: number, value: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(value))
  const frame = Buffer.allocUnsafe(lengthBytes + 1 + body.length)
  frame.writeUInt32BE(1 + body.length, 0)
  frame.writeUInt8(kind, lengthBytes)
  body.copy(frame, lengthBytes + 1)
  return frame
}

export function requestFrame(request: KeeperRequest & { n: number }): Buffer {
  return jsonFrame(frameKinds.request, request)
}

export function replyFrame(reply: KeeperReply): Buffer {
  return jsonFrame(frameKinds.reply, reply)
}

export function eventFrame(event: KeeperEvent): Buffer {
  return jsonFrame(frameKinds.event, event)
}

/** Only the head: the bytes follow it, uncopied. */
export function outputFrameHead(id: number, seq: number, length: number): Buffer {
  const head = Buffer.allocUnsafe(outputHeadBytes)
  head.writeUInt32BE(outputHeadBytes - lengthBytes + length, 0)
  head.writeUInt8(frameKinds.output, 4)
  head.writeUInt32BE(id, 5)
  head.writeUIntBE(seq, 9, 6)
  return head
}

export function readOutputPayload(payload: Buffer): { id: number; seq: number; bytes: Buffer } {
  return { id: payload.readUInt32BE(0), seq: payload.readUIntBE(4, 6), bytes: payload.subarray(10) }
}

export function inputFrame(n: number, id: number, bytes: Uint8Array): Buffer {
  const head = Buffer.allocUnsafe(inputHeadBytes)
  head.writeUInt32BE(inputHeadBytes - lengthBytes + bytes.length, 0)
  head.writeUInt8(frameKinds.input, 4)
  head.writeUInt32BE(n, 5)
  head.writeUInt32BE(id, 9)
  return Buffer.concat([head, bytes])
}

/** As `inputFrame`, with the time until which it is good (K10). */
export function timedInputFrame(n: number, id: number, untilMs: number, bytes: Uint8Array): Buffer {
  const head = Buffer.allocUnsafe(inputHeadBytes + 8)
  head.writeUInt32BE(inputHeadBytes + 8 - lengthBytes + bytes.length, 0)
  head.writeUInt8(frameKinds.timedInput, 4)
  head.writeUInt32BE(n, 5)
  head.writeUInt32BE(id, 9)
  head.writeDoubleBE(untilMs, 13)
  return Buffer.concat([head, bytes])
}

export function readTimedInputPayload(payload: Buffer): {
  n: number
  id: number
  untilMs: number
  bytes: Buffer
} {
  return {
    n: payload.readUInt32BE(0),
    id: payload.readUInt32BE(4),
    untilMs: payload.readDoubleBE(8),
    bytes: payload.subarray(16),
  }
}

export function readInputPayload(payload: Buffer): { n: number; id: number; bytes: Buffer } {
  return { n: payload.readUInt32BE(0), id: payload.readUInt32BE(4), bytes: payload.subarray(8) }
}
