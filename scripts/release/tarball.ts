// A tar archive that depends on nothing but the files: sorted, owned by root, all of one time.

import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

export interface TarOptions {
  epochSeconds: number
  /** 0 for a bare tar archive. */
  gzipLevel: number
  /** The id of user and group, root unless given. */
  owner?: number
}

/** `entries` are relative to the folder. */
export async function writeTar(
  file: string,
  folder: string,
  entries: readonly string[],
  { epochSeconds, gzipLevel, owner = 0 }: TarOptions,
): Promise<void> {
  const tar = spawn(
    'tar',
    [
      ...['--create', '--format=gnu', '--sort=name', `--mtime=@${epochSeconds}`, '--hard-dereference'],
      ...[
        `--owner=owner:${owner}`,
        `--group=owner:${owner}`,
        '--numeric-owner',
        '-C',
        folder,
        '--',
        ...entries,
      ],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C' } },
  )
  const ended = new Promise<number | null>((resolve, reject) => {
    tar.on('error', reject)
    tar.on('close', resolve)
  })
  // Of the Node that is pinned: another gzip may compress differently.
  const squeeze = gzipLevel === 0 ? new PassThrough() : createGzip({ level: gzipLevel })
  await pipeline(tar.stdout, squeeze, createWriteStream(file))
  const status = await ended
  if (status !== 0) throw new Error(`tar ended with ${status} while ${file} was made`)
}
