// Writes the compressed forms of built pages beside them, once, so that the panel never compresses them itself.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesBelow } from './stamps.ts'

const compressible = /\.(js|css|html|svg|json|txt)$/
/** Below this, the headers are most of an answer. */
const smallestBytes = 1_000

const forms = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
}

/** A form that is not smaller than the file is left out. */
export async function compressFiles(root: string, folder: string): Promise<void> {
  const files = filesBelow(root, folder).filter(path => compressible.test(path))
  await Promise.all(
    files.map(async file => {
      const path = join(root, file)
      const bytes = readFileSync(path)
      if (bytes.length < smallestBytes) return
      for (const [ending, compress] of Object.entries(forms)) {
        const compressed = await compress(bytes)
        if (compressed.length < bytes.length) writeFileSync(`${path}.${ending}`, compressed)
      }
    }),
  )
}
