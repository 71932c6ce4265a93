// What backups are compared with: the tar of the machine, packed by zstd into one file, and one file out of it again.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'

const usualLevel = 3

/** Gives its size in bytes. */
export async function packFolder(folder: string, archive: string): Promise<number> {
  const tar = spawn('tar', ['-c', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(tar, 'close')
  const params = { [constants.ZSTD_c_compressionLevel]: usualLevel }
  await pipeline(tar.stdout, createZstdCompress({ params }), createWriteStream(archive))
  await requireSuccess(ended)
  return statSync(archive).size
}

export async function unpackOneFile(archive: string, name: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-O', `./${name}`], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(tar, 'close')
  await pipeline(createReadStream(archive), createZstdDecompress(), tar.stdin)
  await requireSuccess(ended)
}

async function requireSuccess(ended: Promise<unknown[]>): Promise<void> {
  const [status] = await ended
  if (status !== 0) throw new Error(`tar ended with ${String(status)}`)
}
