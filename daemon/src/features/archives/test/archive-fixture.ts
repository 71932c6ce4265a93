// A game server's folder for tests of archives, with its real disk limit, and a look at what is in a folder.

import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { usualRatioCountsFromBytes } from '../../../platform/archives/logic/unpack-limits.ts'
import { sevenZipSource } from '../../../platform/archives/seven-zip.ts'
import { openRoot } from '../../../platform/confined-files.ts'
import { createDiskQuotas } from '../../files/disk-quota.ts'
import type { ServerFiles } from '../../files/logic/file-work.ts'
import { entryLimit as usualEntryLimit } from '../archives.ts'
import { createArchive } from '../create-archive.ts'
import { extractArchive } from '../extract-archive.ts'

export interface ArchiveFixture {
  /** The game server's folder. */
  folder: string
  fixture: ServerFiles
  said: string[]
  write(path: string, content?: string | Uint8Array, mode?: number): void
  pack(
    format: Parameters<typeof createArchive>[1]['format'],
    target: string,
    paths?: string[],
    signal?: AbortSignal,
  ): Promise<void>
  extract(path: string, target?: string, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

export interface FixtureOptions {
  limitBytes?: number
  /** A folder that is there; its content stays at the end. */
  parent?: string
  entryLimit?: number
  ratioCountsFromBytes?: number
  onProgress?: (fraction: number | null, message: string) => void
}

export async function openArchiveFixture({
  limitBytes,
  parent,
  entryLimit = usualEntryLimit,
  ratioCountsFromBytes = usualRatioCountsFromBytes,
  onProgress = () => {},
}: FixtureOptions = {}): Promise<ArchiveFixture> {
  const home = mkdtempSync(join(parent ?? tmpdir(), 'rookery-archives-'))
  const folder = join(home, 'game')
  mkdirSync(folder)
  const root = await openRoot(folder)
  const quotas = createDiskQuotas({
    limitOf: () => ({ uuid: 'u', limitBytes: limitBytes ?? null }),
    measure: () => root.measure(),
    monotonicMs: () => performance.now(),
  })
  const fixture: ServerFiles = {
    gameServerId: 1,
    uuid: 'u',
    root,
    quota: quotas.of(1),
    isProtected: () => false,
  }
  const said: string[] = []
  const workOf = (signal: AbortSignal = new AbortController().signal) => ({
    canceled: signal,
    progress: onProgress,
    entryLimit,
    ratioCountsFromBytes,
    say: (message: string) => void said.push(message),
    scratchFolder: join(home, 'scratch'),
    sevenZipFile: sevenZipSource,
    uid: null,
  })
  return {
    folder,
    fixture,
    said,
    write(path, content = '', mode = 0o644) {
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content, { mode })
    },
    pack: (format, target, paths = [''], signal) =>
      createArchive(fixture, { paths, format, target }, workOf(signal)),
    extract: (path, target = '', signal) => extractArchive(fixture, { path, target }, workOf(signal)),
    async close() {
      await root.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Every name below it: a folder with / at its end, a link with its target, a file with its mode and content. */
export function treeOf(folder: string, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name)
    const stats = lstatSync(path)
    if (stats.isDirectory())
      Object.assign(found, { [`${prefix}${name}/`]: '' }, treeOf(path, `${prefix}${name}/`))
    else if (stats.isSymbolicLink()) found[prefix + name] = `-> ${readlinkSync(path)}`
    else if (stats.isFile())
      found[prefix + name] = `${(stats.mode & 0o777).toString(8)} ${readFileSync(path).toString('base64')}`
  }
  return found
}

/** No hidden folder and no half file: what a failure may leave of itself. */
export function leftovers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.includes('.rookery-'))
}
