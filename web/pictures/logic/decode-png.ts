// Reads the pixels of a PNG as browsers write them: eight bits for each channel, not interlaced.

import { inflateSync } from 'node:zlib'

export interface Pixels {
  width: number
  height: number
  channels: number
  data: Uint8Array
}

const signature = '89504e470d0a1a0a'
const channelsOfColorType: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 }

export function decodePng(file: Buffer): Pixels {
  if (file.subarray(0, 8).toString('hex') !== signature) throw new Error('this is no PNG')
  const width = file.readUInt32BE(16)
  const height = file.readUInt32BE(20)
  const [bitDepth, colorType, , , interlace] = file.subarray(24, 29)
  const channels = channelsOfColorType[colorType ?? -1]
  if (bitDepth !== 8 || channels === undefined || interlace !== 0)
    throw new Error(`this kind of PNG is not understood: ${bitDepth} bits, color type ${colorType}`)
  const rows = inflateSync(Buffer.concat(imageChunks(file)))
  return { width, height, channels, data: unfilter(rows, { width, height, channels }) }
}

function imageChunks(file: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') found.push(file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return found
}

/** Every row begins with the way in which it is written as a difference to its neighbors. */
function unfilter(rows: Buffer, { width, height, channels }: Omit<Pixels, 'data'>): Uint8Array {
  const rowBytes = width * channels
  const data = new Uint8Array(rowBytes * height)
  for (let y = 0; y < height; y++) {
    const from = y * (rowBytes + 1)
    const filter = rows[from]
    const to = y * rowBytes
    for (let x = 0; x < rowBytes; x++) {
      const left = x >= channels ? (data[to + x - channels] ?? 0) : 0
      const above = y > 0 ? (data[to + x - rowBytes] ?? 0) : 0
      const corner = x >= channels && y > 0 ? (data[to + x - rowBytes - channels] ?? 0) : 0
      data[to + x] = (rows[from + 1 + x] ?? 0) + predicted(filter, left, above, corner)
    }
  }
  return data
}

function predicted(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter === 4) return closest(left, above, corner)
  throw new Error(`a row of the PNG has the unknown filter ${filter}`)
}

/** Paeth: whichever of the three is closest to left + above - corner. */
function closest(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}
