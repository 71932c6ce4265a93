// Source packets, cut wherever TCP may cut them, and against bytes that nobody meant.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { createSourceReader, encodeSourcePacket, type SourcePacket } from './source-packets.ts'

function readAll(chunks: readonly Buffer[]): SourcePacket[] {
  const read = createSourceReader()
  return chunks.flatMap(chunk => {
    const packets = read(chunk)
    if (packets === 'broken') throw new Error('broken')
    return packets
  })
}

describe('Source packets', () => {
  it('come out as they went in, cut at every boundary', () => {
    const stream = Buffer.concat([
      encodeSourcePacket(7, 0, 'grün und größer'),
      encodeSourcePacket(8, 2),
      encodeSourcePacket(-1, 0, 'x'.repeat(300)),
    ])
    const whole = readAll([stream]).map(({ id, type, body }) => ({ id, type, body: body.toString() }))
    expect(whole).toEqual([
      { id: 7, type: 0, body: 'grün und größer' },
      { id: 8, type: 2, body: '' },
      { id: -1, type: 0, body: 'x'.repeat(300) },
    ])
    for (let cut = 0; cut <= stream.length; cut++) {
      const packets = readAll([stream.subarray(0, cut), stream.subarray(cut)])
      expect(packets.map(({ id, body }) => `${id} ${body.toString()}`)).toEqual(
        whole.map(({ id, body }) => `${id} ${body}`),
      )
    }
    expect(readAll([...stream].map(byte => Buffer.of(byte)))).toHaveLength(3)
  })

  it('random bytes never crash the reader, and a broken stream stays broken', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 20 }), chunks => {
        const read = createSourceReader()
        let isBroken = false
        for (const chunk of chunks) {
          const packets = read(chunk)
          if (isBroken) expect(packets).toBe('broken')
          isBroken ||= packets === 'broken'
        }
      }),
      propertyRuns(2_000),
    )
    const read = createSourceReader()
    expect(read(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))).toBe('broken')
    expect(read(encodeSourcePacket(1, 0, 'x'))).toBe('broken')
  })
})
