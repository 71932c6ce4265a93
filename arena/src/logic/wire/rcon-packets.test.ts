// RCON packets: reading in pieces, refusing nonsense, splitting answers.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPacketReader, encodeAnswer, encodePacket, type RconPacket } from './rcon-packets.ts'

test('a packet has the documented bytes', () => {
  expect(encodePacket(5, 3, 'pw')).toEqual(
    Buffer.from([12, 0, 0, 0, 5, 0, 0, 0, 3, 0, 0, 0, 0x70, 0x77, 0, 0]),
  )
})

test('packets arrive whole however the stream is cut', () => {
  const stream = Buffer.concat([
    encodePacket(1, 3, 'secret'),
    encodePacket(-1, 2, ''),
    encodePacket(9, 2, 'say hé'),
  ])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20 })), cuts => {
      const reader = createPacketReader()
      const packets: RconPacket[] = []
      let at = 0
      for (const length of [...cuts, stream.length]) {
        const read = reader.feed(stream.subarray(at, at + length))
        if (read === 'broken') throw new Error('broken')
        packets.push(...read)
        at += length
      }
      expect(packets.map(packet => [packet.id, packet.type, packet.body])).toEqual([
        [1, 3, 'secret'],
        [-1, 2, ''],
        [9, 2, 'say hé'],
      ])
    }),
  )
})

test.each([-1, 0, 9, 4107, 2_000_000_000])('an announced size of %d breaks the stream for good', size => {
  const head = Buffer.alloc(4)
  head.writeInt32LE(size)
  const reader = createPacketReader()
  expect(reader.feed(head)).toBe('broken')
  expect(reader.feed(encodePacket(1, 2, 'x'))).toBe('broken')
})

test('garbage never throws', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 64 })), chunks => {
      const reader = createPacketReader()
      for (const chunk of chunks) reader.feed(Buffer.from(chunk))
    }),
  )
})

test('an answer is cut at 4096 bytes, never inside a character, and joins again', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.integer({ min: 0, max: 60 }),
      (text, times) => {
        const answer = text.replaceAll('\0', '').repeat(times)
        const packets = encodeAnswer(3, answer)
        const bodies = packets.map(packet => packet.subarray(12, -2))
        expect(packets.every(packet => packet.readInt32LE(0) <= 4096)).toBe(true)
        expect(bodies.map(body => body.toString()).join('')).toBe(Buffer.from(answer).toString())
      },
    ),
    { numRuns: 50 },
  )
  expect(encodeAnswer(3, '')).toEqual([encodePacket(3, 0, '')])
})
