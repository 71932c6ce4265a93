import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFrameReader, type FrameKind, frameWord, messageLimitBytes } from './bytes-line.ts'

interface Frame {
  kind: FrameKind
  content: Buffer
}

/** Neighboring bytes run together: where their frames were cut says nothing. */
function read(wire: Buffer, cuts: number[]): Frame[] {
  const found: Frame[] = []
  const reader = createFrameReader({
    bytes(piece) {
      const last = found.at(-1)
      if (last?.kind === 'bytes') last.content = Buffer.concat([last.content, piece])
      else found.push({ kind: 'bytes', content: Buffer.from(piece) })
    },
    message: bytes => found.push({ kind: 'message', content: Buffer.from(bytes) }),
  })
  let from = 0
  for (const cut of [...cuts.toSorted((a, b) => a - b), wire.length]) {
    const to = Math.max(from, Math.min(cut, wire.length))
    reader(wire.subarray(from, to))
    from = to
  }
  return found
}

const frame = fc.record({
  kind: fc.constantFrom<FrameKind>('bytes', 'message'),
  content: fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes)),
})

test('L13 frames are read as they were written, wherever the wire is cut', () => {
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 12 }),
      fc.array(fc.nat(300), { maxLength: 20 }),
      (sent, cuts) => {
        const wire = Buffer.concat(
          sent.flatMap(({ kind, content }) => [frameWord(kind, content.length), content]),
        )
        const wanted = read(wire, [])
        expect(read(wire, cuts)).toEqual(wanted)
        const messages = sent.filter(({ kind }) => kind === 'message')
        expect(wanted.filter(({ kind }) => kind === 'message')).toEqual(messages)
        const bytesOf = (frames: Frame[]) =>
          Buffer.concat(frames.filter(({ kind }) => kind === 'bytes').map(({ content }) => content))
        expect(bytesOf(wanted)).toEqual(bytesOf(sent))
      },
    ),
  )
})

test('L13 a message that is too long is refused by its word, before any of it is held', () => {
  const reader = createFrameReader({ bytes: () => {}, message: () => {} })
  expect(() => reader(frameWord('message', messageLimitBytes + 1))).toThrow(RangeError)
})

test('L13 a frame of bytes may be longer than any message', () => {
  let length = 0
  const reader = createFrameReader({
    bytes: piece => {
      length += piece.length
    },
    message: () => {},
  })
  reader(frameWord('bytes', 3 * messageLimitBytes))
  for (let part = 0; part < 3; part++) reader(Buffer.alloc(messageLimitBytes))
  expect(length).toBe(3 * messageLimitBytes)
})
