// Bytes of answers compressed, beside the event loop; those of a cached answer once, however often it is sent.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ContentEncoding } from './logic/accepted-encoding.ts'

const compressWith = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** The best one is meant for files that are compressed ahead of time. */
const brotliQuality = 4

/** By the very bytes, and forgotten with them. */
const compressed: Record<ContentEncoding, WeakMap<Buffer, Promise<Buffer>>> = {
  br: new WeakMap(),
  gzip: new WeakMap(),
}

export function compressBytes(bytes: Buffer, encoding: ContentEncoding): Promise<Buffer> {
  const known = compressed[encoding].get(bytes)
  if (known) return known
  const work = encoding === 'br' ? compressWith.br(bytes, brotliOptions(bytes)) : compressWith.gzip(bytes)
  compressed[encoding].set(bytes, work)
  return work
}

function brotliOptions(bytes: Buffer) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }
}
