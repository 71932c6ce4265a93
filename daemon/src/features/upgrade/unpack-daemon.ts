// Unpacks the archive of a daemon beside the versions that are there: files and folders alone, below one folder, to the disk.

import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import * as z from 'zod'
import { ArchiveProblem } from '../../platform/archives/archive-problem.ts'
import { unpackLimits } from '../../platform/archives/logic/unpack-limits.ts'
import { transformed } from '../../platform/archives/transformed.ts'
import { ArchiveTarget } from '../../platform/archives/unpack/archive-target.ts'
import { unpackTar } from '../../platform/archives/unpack/unpack-tar.ts'
import { openRoot } from '../../platform/confined-files.ts'

/** Several times what there is. */
const entryLimit = 20_000
const neededFiles = [
  'bin/node',
  'bin/rookery',
  'dist/daemon.mjs',
  'dist/rookery.mjs',
  'install.sh',
  'launcher.sh',
]
const manifest = z.object({ version: z.string() })

/** No archive of ours holds a link, so one that does was made to mislead. */
class DaemonTarget extends ArchiveTarget {
  override async link(name: string): Promise<void> {
    throw new ArchiveProblem(`the entry ${JSON.stringify(name)} of the archive is a link`)
  }

  override async hardLink(name: string): Promise<void> {
    throw new ArchiveProblem(`the entry ${JSON.stringify(name)} of the archive is a link`)
  }
}

/** Gives the folder of the version, in `into`. Throws ArchiveProblem. */
export async function unpackDaemon(
  archive: string,
  into: string,
  version: string,
  canceled: AbortSignal,
): Promise<string> {
  await mkdir(into, { mode: 0o755 })
  const root = await openRoot(into)
  try {
    const target = new DaemonTarget({
      root,
      ...{ to: '', strip: 0, canceled },
      limits: unpackLimits(await root.freeBytes(), entryLimit),
      archiveBytes: (await stat(archive)).size,
    })
    await unpackTar(target.unfolding(transformed(createReadStream(archive), createGunzip())), target)
  } finally {
    await root.close()
  }
  const name = `rookery-daemon-${version}`
  const found = await readdir(into)
  if (found.length !== 1 || found[0] !== name)
    throw new ArchiveProblem(`the archive does not hold the folder ${name} alone`)
  const folder = join(into, name)
  await requireDaemon(folder, version)
  await syncTree(folder)
  return folder
}

async function requireDaemon(folder: string, version: string): Promise<void> {
  for (const path of neededFiles) {
    const found = await stat(join(folder, path)).catch(() => null)
    if (!found?.isFile()) throw new ArchiveProblem(`the archive holds no ${path}`)
  }
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '')
  const read = manifest.safeParse(jsonOrNull(text))
  if (!read.success || read.data.version !== version)
    throw new ArchiveProblem(`the archive holds another version than ${version}`)
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** After a power loss the version is there as a whole, or not switched to. Users of games may enter: they run this Node. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else await syncPlace(path)
  }
  await syncPlace(folder, 0o755)
}

export async function syncPlace(path: string, mode?: number): Promise<void> {
  const opened = await open(path, 'r')
  try {
    if (mode !== undefined) await opened.chmod(mode)
    await opened.sync()
  } finally {
    await opened.close()
  }
}
