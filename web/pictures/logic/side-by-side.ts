// Two pictures of a screen beside each other as one PNG, before at the left, so that a person sees what has changed.

import { crc32, deflateSync } from 'node:zlib'
import type { Pixels } from './decode-png.ts'

const channels = 3
const gapPx = 12

export function sideBySide(before: Pixels, after: Pixels): Buffer {
  const width = before.width + gapPx + after.width
  const height = Math.max(before.height, after.height)
  const rowBytes = 1 + width * channels
  const rows = Buffer.alloc(rowBytes * height, 128)
  for (let y = 0; y < height; y++) {
    // How the row is written: as it is.
    rows[y * rowBytes] = 0
    copyRow(before, y, rows, y * rowBytes + 1)
    copyRow(after, y, rows, y * rowBytes + 1 + (before.width + gapPx) * channels)
  }
  return encodePng(width, height, rows)
}

function copyRow(from: Pixels, y: number, rows: Buffer, to: number): void {
  if (y >= from.height) return
  for (let x = 0; x < from.width; x++)
    for (let channel = 0; channel < channels; channel++)
      rows[to + x * channels + channel] = from.data[(y * from.width + x) * from.channels + channel] ?? 0
}

function encodePng(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a channel; red, green and blue.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(content.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
