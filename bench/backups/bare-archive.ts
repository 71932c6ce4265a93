// What backups are compared with, in a process of its own: the tar of the machine, packed by zstd into one file, and one
// file out of it again; at the low priority that restic has.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { processorMsWithChildren } from '../measuring/process-figures.ts'

export type ArchiveOrder =
  | { do: 'pack'; folder: string; archive: string }
  | { do: 'unpack'; archive: string; path: string }

export interface ArchiveAnswer {
  seconds: number
  /** Of all processors together. */
  processorSeconds: number
  /** Of the archive. */
  bytes: number
}

const usualLevel = 3
const lowPriority = { processor: 10, disk: ['-c', '2', '-n', '7'] }

// Before anything else has begun: threads and programs inherit it.
setPriority(lowPriority.processor)
execFileSync('ionice', [...lowPriority.disk, '-p', String(process.pid)])

process.on('message', (order: ArchiveOrder) => {
  const [beganMs, processorBefore] = [performance.now(), processorMsWithChildren(process.pid)]
  const { archive } = order
  const work = order.do === 'pack' ? packFolder(order.folder, archive) : unpackOneFile(archive, order.path)
  work.then(
    () =>
      process.send?.({
        seconds: (performance.now() - beganMs) / 1_000,
        processorSeconds: (processorMsWithChildren(process.pid) - processorBefore) / 1_000,
        bytes: statSync(archive).size,
      }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')

async function packFolder(folder: string, archive: string): Promise<void> {
  const tar = spawn('tar', ['-c', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(tar, 'close')
  const params = { [constants.ZSTD_c_compressionLevel]: usualLevel }
  await pipeline(tar.stdout, createZstdCompress({ params }), createWriteStream(archive))
  await requireSuccess(ended)
}

async function unpackOneFile(archive: string, name: string): Promise<void> {
  const tar = spawn('tar', ['-x', '-O', `./${name}`], { stdio: ['pipe', 'ignore', 'inherit'] })
  const ended = once(tar, 'close')
  await pipeline(createReadStream(archive), createZstdDecompress(), tar.stdin)
  await requireSuccess(ended)
}

async function requireSuccess(ended: Promise<unknown[]>): Promise<void> {
  const [status] = await ended
  if (status !== 0) throw new Error(`tar ended with ${String(status)}`)
}
