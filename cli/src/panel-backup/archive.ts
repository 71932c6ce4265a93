// Writes and reads the backup file: a zip archive of a few known parts that only its owner may read.

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { panelManifestName } from '@rookery/contracts/panel-backup.ts'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'

const largestManifestBytes = 1024 * 1024

/** Parts by their name in the archive; the file must not exist. */
export async function writeArchive(
  file: string,
  manifestText: string,
  parts: Map<string, string>,
): Promise<void> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(manifestText), panelManifestName)
  for (const [name, path] of parts) zip.addFile(path, name)
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
}

/** Unpacks the parts of these names into the folder, and nothing else; gives the manifest's text. */
export async function readArchive(
  file: string,
  names: readonly string[],
  folder: string,
): Promise<string | null> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false })
  let manifestText: string | null = null
  try {
    for await (const entry of zip.eachEntry()) {
      const isManifest = entry.fileName === panelManifestName
      if (!isManifest && !names.includes(entry.fileName)) continue
      const content = await zip.openReadStreamPromise(entry)
      if (isManifest) {
        if (entry.uncompressedSize > largestManifestBytes) return null
        const chunks: Buffer[] = []
        for await (const chunk of content) chunks.push(chunk as Buffer)
        manifestText = Buffer.concat(chunks).toString()
      } else {
        const target = createWriteStream(join(folder, entry.fileName), {
          flags: 'wx',
          mode: 0o600,
          flush: true,
        })
        await pipeline(content, target)
      }
    }
  } finally {
    zip.close()
  }
  return manifestText
}

export async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      done()
    },
  })
  await pipeline(createReadStream(path), count.resume())
  return { bytes, sha256: hash.digest('hex') }
}
