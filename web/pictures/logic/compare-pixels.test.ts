import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { comparePixels } from './compare-pixels.ts'
import { decodePng, type Pixels } from './decode-png.ts'

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}

/** Rows as they are written in the file: the filter first, then the differences. */
function pngOf(width: number, colorType: number, rows: number[][]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(rows.length, 4)
  header.set([8, colorType, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const flat = (width: number, height: number, value: number): Pixels => ({
  width,
  height,
  channels: 3,
  data: new Uint8Array(width * height * 3).fill(value),
})

describe('the pixels of a PNG', () => {
  test('are read through every filter', () => {
    const rows = [
      [0, 10, 20, 30],
      [1, 10, 10, 10],
      [2, 1, 1, 1],
      [3, 6, 3, 3],
      [4, 1, 1, 1],
    ]
    expect([...decodePng(pngOf(3, 0, rows)).data]).toEqual([
      ...[10, 20, 30],
      ...[10, 20, 30],
      ...[11, 21, 31],
      ...[11, 19, 28],
      ...[12, 20, 29],
    ])
  })

  test('differences count within a channel, not across them', () => {
    const { channels, data } = decodePng(pngOf(2, 2, [[1, 1, 2, 3, 4, 5, 6]]))
    expect(channels).toBe(3)
    expect([...data]).toEqual([1, 2, 3, 5, 7, 9])
  })

  test('what is no PNG, or another kind of it, is refused', () => {
    expect(() => decodePng(Buffer.from('GIF89a, which is long enough'))).toThrow('no PNG')
    expect(() => decodePng(pngOf(1, 3, [[0, 0]]))).toThrow('color type 3')
  })
})

describe('two pictures of a screen', () => {
  test('are the same although edges are smoothed differently', () => {
    expect(comparePixels(flat(40, 20, 100), flat(40, 20, 110))).toBeNull()
  })

  test('differ by a small sign, and it is said where', () => {
    const after = flat(40, 20, 100)
    for (let y = 5; y < 9; y++) for (let x = 10; x < 14; x++) after.data[(y * 40 + x) * 3 + 1] = 180
    expect(comparePixels(flat(40, 20, 100), after)).toEqual({
      share: 16 / 800,
      pixels: 16,
      box: { left: 10, top: 5, right: 14, bottom: 9 },
      sizes: null,
    })
  })

  test('differ when one is longer, by what only it has', () => {
    const difference = comparePixels(flat(10, 10, 100), flat(10, 12, 100))
    expect(difference).toMatchObject({ pixels: 20, sizes: '10×10 → 10×12' })
  })
})
