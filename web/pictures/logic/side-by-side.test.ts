// Two pictures become one that can be read again.

import { expect, test } from 'vitest'
import { decodePng, type Pixels } from './decode-png.ts'
import { sideBySide } from './side-by-side.ts'

const plain = (width: number, height: number, channels: number, value: number): Pixels => ({
  width,
  height,
  channels,
  data: new Uint8Array(width * height * channels).fill(value),
})

test('the picture before stands at the left, the one after at the right, whatever their sizes and channels', () => {
  const { width, height, channels, data } = decodePng(sideBySide(plain(3, 2, 4, 10), plain(2, 4, 3, 200)))
  expect({ width, height, channels }).toEqual({ width: 3 + 12 + 2, height: 4, channels: 3 })
  const red = (x: number, y: number) => data[(y * width + x) * channels]
  expect([red(0, 0), red(2, 1), red(0, 3), red(7, 0)]).toEqual([10, 10, 128, 128])
  expect([red(15, 0), red(16, 3)]).toEqual([200, 200])
})
