// The wire of a Transfer with many bytes (rule L13): one TLS connection, frames, and nothing that copies or counts windows.
//
// A frame is a word of four bytes and what it announces. The highest bit tells whether that is bytes of a file, as they
// are, or one TransferFromDaemon or TransferFromPanel; the other bits tell how long it is.

/** What both sides name in the handshake, so that no other connection is taken for one of these. */
export const bytesLineProtocol = 'rookery-bytes/1'

export const frameWordBytes = 4
/** Bytes of files pass through and may come in frames of any length; a message is held until it is whole. */
export const messageLimitBytes = 1024 * 1024

const isBytesBit = 0x8000_0000

export type FrameKind = 'bytes' | 'message'

export function frameWord(kind: FrameKind, length: number): Buffer {
  const word = Buffer.allocUnsafe(frameWordBytes)
  word.writeUInt32BE(kind === 'bytes' ? length + isBytesBit : length)
  return word
}

export interface FrameSink {
  /** A part of what was pushed, no copy: whoever pushes decides for how long it is good. */
  bytes(piece: Uint8Array): void
  /** One whole message, a copy. */
  message(bytes: Uint8Array): void
}

/** Takes the wire in pieces as they come. Throws RangeError for a message that is too long; nothing can follow that. */
export function createFrameReader(sink: FrameSink): (piece: Uint8Array) => void {
  const word = new DataView(new ArrayBuffer(frameWordBytes))
  let wordLength = 0
  let kind: FrameKind = 'bytes'
  let left = 0
  let message = new Uint8Array(0)

  function begin(): void {
    const value = word.getUint32(0)
    kind = value >= isBytesBit ? 'bytes' : 'message'
    left = kind === 'bytes' ? value - isBytesBit : value
    wordLength = 0
    if (kind === 'bytes') return
    if (left > messageLimitBytes) throw new RangeError(`a message of ${left} bytes is too long for this line`)
    message = new Uint8Array(left)
    if (left === 0) sink.message(message)
  }

  function takeWord(piece: Uint8Array, at: number): number {
    word.setUint8(wordLength, piece[at] ?? 0)
    wordLength += 1
    if (wordLength === frameWordBytes) begin()
    return at + 1
  }

  function takeContent(piece: Uint8Array, at: number): number {
    const part = piece.subarray(at, at + left)
    if (kind === 'bytes') sink.bytes(part)
    else message.set(part, message.length - left)
    left -= part.length
    if (kind === 'message' && left === 0) sink.message(message)
    return at + part.length
  }

  return piece => {
    for (let at = 0; at < piece.length; ) at = left === 0 ? takeWord(piece, at) : takeContent(piece, at)
  }
}
