import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OutputRing } from './output-ring.ts'

describe('output ring', () => {
  test('6.2 keeps exactly the newest bytes whatever the chunks, against a plain model', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 100_000 }),
        (chunks, capacity, startSeq) => {
          const ring = new OutputRing(capacity, startSeq, 16)
          let all = Buffer.alloc(0)
          for (const chunk of chunks) {
            ring.append(chunk)
            all = Buffer.concat([all, chunk])
            const expected = all.subarray(Math.max(0, all.length - capacity))
            const read = ring.read(0, Number.POSITIVE_INFINITY)
            expect(ring.endSeq).toBe(startSeq + all.length)
            expect(read.seq).toBe(ring.endSeq - expected.length)
            expect(read.bytes.equals(expected)).toBe(true)
            expect(ring.peek(0, Number.POSITIVE_INFINITY)).toEqual(read)
          }
        },
      ),
    )
  })

  test('6.2 a reader from the middle gets the rest, a late reader is moved to the oldest byte', () => {
    const ring = new OutputRing(8)
    ring.append(Buffer.from('abcdefghij'))
    expect(ring.read(4, 3)).toEqual({ seq: 4, bytes: Buffer.from('efg') })
    expect(ring.read(0, 100)).toEqual({ seq: 2, bytes: Buffer.from('cdefghij') })
    expect(ring.read(99, 100)).toEqual({ seq: 10, bytes: Buffer.alloc(0) })
  })

  test('6.2 what was read stays as it is, what was peeked at until the next byte', () => {
    const ring = new OutputRing(8)
    ring.append(Buffer.from('abcdefgh'))
    const [read, peeked] = [ring.read(2, 3).bytes, ring.peek(2, 3).bytes]
    expect([read.toString(), peeked.toString()]).toEqual(['cde', 'cde'])
    ring.append(Buffer.from('ABCDEFGH'))
    expect(read.toString()).toBe('cde')
    expect(ring.peek(12, -1)).toEqual({ seq: 12, bytes: Buffer.alloc(0) })
  })

  test('6.2 after a gap it holds what follows it and nothing of before', () => {
    const ring = new OutputRing(8, 0, 4)
    ring.append(Buffer.from('abcdef'))
    ring.restartAt(1_001)
    expect([ring.startSeq, ring.endSeq]).toEqual([1_001, 1_001])
    expect(ring.read(0, 100)).toEqual({ seq: 1_001, bytes: Buffer.alloc(0) })
    ring.append(Buffer.from('uvw'))
    ring.append(Buffer.from('xyz'))
    expect(ring.read(0, 100)).toEqual({ seq: 1_001, bytes: Buffer.from('uvwxyz') })
  })
})
