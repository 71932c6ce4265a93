// Frames of the keeper protocol out of a stream that is cut anywhere.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FrameReader } from '../keeper-frames.ts'

function frameOf(kind: number, payload: Uint8Array): Buffer {
  const frame = Buffer.alloc(5 + payload.length)
  frame.writeUInt32BE(1 + payload.length, 0)
  frame.writeUInt8(kind, 4)
  frame.set(payload, 5)
  return frame
}

describe('K1 frames', () => {
  test('come out as they went in, however the stream is cut', () => {
    const frames = fc.array(fc.tuple(fc.nat(255), fc.uint8Array({ maxLength: 60 })), { maxLength: 12 })
    fc.assert(
      fc.property(frames, fc.array(fc.nat()), (sent, cuts) => {
        const stream = Buffer.concat(sent.map(([kind, payload]) => frameOf(kind, payload)))
        const borders = cuts.map(cut => cut % (stream.length + 1)).toSorted((a, b) => a - b)
        const reader = new FrameReader(1_000)
        const got = [0, ...borders].flatMap((from, index) =>
          reader.push(Buffer.from(stream.subarray(from, borders[index] ?? stream.length))),
        )
        expect(got.map(({ kind, payload }) => [kind, [...payload]])).toEqual(
          sent.map(([kind, payload]) => [kind, [...payload]]),
        )
      }),
    )
  })

  test('a length of nothing, or beyond the limit, is refused before anything is kept', () => {
    for (const length of [0, 1_001, 0xffffffff]) {
      const head = Buffer.alloc(4)
      head.writeUInt32BE(length)
      expect(() => new FrameReader(1_000).push(head)).toThrow(`a frame of ${length} bytes is not accepted`)
    }
  })
})
