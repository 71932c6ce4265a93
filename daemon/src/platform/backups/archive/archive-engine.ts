// The engine that needs nothing but this program: every backup is a whole archive in a folder of this machine.

import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { PackItem } from '../../archives/pack/pack-item.ts'
import { writeZip } from '../../archives/pack/write-zip.ts'
import {
  type BackupComparison,
  type BackupDifference,
  type BackupEngine,
  type BackupEntry,
  BackupError,
  type BackupPage,
  type BackupRepository,
  type BackupRequest,
  type BackupStorage,
  type BrowseOptions,
  type Comparand,
  type CompareOptions,
  type RepositoryPlace,
  type RestoredBackup,
  type RestoreRequest,
  type SearchOptions,
  type StoredBackup,
  type TakenBackup,
  type Verification,
} from '../backup-engine.ts'
import { compareWithFolder } from '../compare-with-folder.ts'
import { explain } from '../logic/explain-failure.ts'
import { comparePaths } from '../logic/path-order.ts'
import { type LockKind, RepositoryLocks } from '../repository-locks.ts'
import { createStorageFolder } from '../storages/create-storage-folder.ts'
import { describeStorageError } from '../storages/open-storage-client.ts'
import { requireReserve } from '../storages/require-reserve.ts'
import { testStorageAccess } from '../storages/test-storage-access.ts'
import { ArchiveFiles } from './archive-files.ts'
import { BrokenTar, type TarEntry } from './read-tar.ts'
import { restoreArchive } from './restore-archive.ts'
import { takeArchive } from './take-archive.ts'

const testLimitMs = 20_000
const manifestPath = 'manifest.json'

export class ArchiveEngine implements BackupEngine {
  readonly name = 'archive'
  readonly storageKinds = ['folder'] as const
  readonly isEncrypting = false
  readonly #nowMs: () => number
  readonly #closing = new AbortController()
  readonly #locks = new Map<string, RepositoryLocks>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** Of the format. */
  async version(): Promise<string> {
    return '1.0'
  }

  repository({ storage, name }: RepositoryPlace): BackupRepository {
    if (storage.kind !== 'folder') throw new BackupError('engine_missing', needsRestic(storage))
    if (!/^[a-z0-9][a-z0-9-]{0,100}$/.test(name))
      throw new BackupError(
        'invalid',
        `Can't open the repository: ${JSON.stringify(name)} is no name for one.`,
      )
    const folder = join(storage.path, name)
    for (const [key, locks] of this.#locks) if (locks.isIdle) this.#locks.delete(key)
    const locks = this.#locks.get(folder) ?? new RepositoryLocks()
    this.#locks.set(folder, locks)
    return new ArchiveRepository(storage, folder, locks, this.#closing.signal, this.#nowMs)
  }

  async testStorage(storage: BackupStorage, signal?: AbortSignal): Promise<void> {
    if (storage.kind !== 'folder') throw new BackupError('engine_missing', needsRestic(storage))
    await testStorageAccess(
      storage,
      AbortSignal.any([AbortSignal.timeout(testLimitMs), ...(signal ? [signal] : [])]),
    )
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const all = [...this.#locks.values()]
    await Promise.all(all.map(locks => locks.take('alone', undefined, async () => {})))
  }
}

function needsRestic({ kind }: BackupStorage): string {
  return explain('engine_missing', 'use this storage', kind).message
}

class ArchiveRepository implements BackupRepository {
  readonly #storage: BackupStorage
  readonly #files: ArchiveFiles
  readonly #locks: RepositoryLocks
  readonly #closing: AbortSignal
  readonly #nowMs: () => number

  constructor(
    storage: BackupStorage,
    folder: string,
    locks: RepositoryLocks,
    closing: AbortSignal,
    nowMs: () => number,
  ) {
    this.#storage = storage
    this.#files = new ArchiveFiles(folder)
    this.#locks = locks
    this.#closing = closing
    this.#nowMs = nowMs
  }

  create(signal?: AbortSignal): Promise<{ isNew: boolean }> {
    return this.#turn('write', 'open the repository', signal, async () => {
      if (await this.#files.isThere()) return { isNew: false }
      await createStorageFolder(dirname(this.#files.folder), 'open the repository')
      await this.#files.create()
      return { isNew: true }
    })
  }

  async addPassword(): Promise<void> {
    throw new BackupError('invalid', "Can't add a password: archives are not encrypted. Use restic for that.")
  }

  take(request: BackupRequest): Promise<TakenBackup> {
    const action = 'take the backup'
    return this.#work('write', action, request.signal, async signal => {
      await requireReserve(this.#files.folder, action)
      return takeArchive(this.#files, request, this.#nowMs(), signal)
    })
  }

  list(signal?: AbortSignal): Promise<StoredBackup[]> {
    return this.#work('read', 'read the list of backups', signal, () => this.#files.list())
  }

  browse(id: string, folder: string, options: BrowseOptions = {}): Promise<BackupPage> {
    const { limit = 10_000, signal } = options
    return this.#readEntries(id, 'open the folder of the backup', signal, async entries => {
      const depth = folder === '' ? 1 : folder.split('/').length + 1
      let isFolder = folder === ''
      const found: BackupEntry[] = []
      for await (const entry of entries) {
        isFolder ||= entry.path === folder && entry.type === 'directory'
        const isBelow = folder === '' || entry.path.startsWith(`${folder}/`)
        if (isBelow && entry.path.split('/').length === depth) found.push(entryOf(entry))
      }
      if (!isFolder) throw this.#missing('open the folder of the backup')
      const sorted = found.toSorted((a, b) => comparePaths(a.path, b.path))
      return { entries: sorted.slice(0, limit), isCut: sorted.length > limit }
    })
  }

  search(id: string, text: string, options: SearchOptions = {}): Promise<BackupPage> {
    const { folder = 'files', limit = 500, signal } = options
    const wanted = text.toLowerCase()
    return this.#readEntries(id, 'search the backup', signal, async entries => {
      const found: BackupEntry[] = []
      for await (const tarEntry of entries) {
        const entry = entryOf(tarEntry)
        if (!entry.path.startsWith(`${folder}/`) || !entry.name.toLowerCase().includes(wanted)) continue
        if (found.length === limit) return { entries: found, isCut: true }
        found.push(entry)
      }
      return { entries: found, isCut: false }
    })
  }

  readFile(
    id: string,
    path: string,
    signal?: AbortSignal,
  ): Promise<{ entry: BackupEntry; stream: Readable }> {
    const action = 'read the file of the backup'
    if (path === manifestPath) return this.#readManifest(id, action, signal)
    const opened = Promise.withResolvers<{ entry: BackupEntry; stream: Readable }>()
    this.#readEntries(id, action, signal, async entries => {
      for await (const entry of entries) {
        if (entry.path !== path) continue
        if (entry.type !== 'file') break
        const stream = Readable.from(entry.content, { objectMode: false })
        opened.resolve({ entry: entryOf(entry), stream })
        // Leaving the loop closes the archive.
        await finished(stream, { writable: false }).catch(() => {})
        return
      }
      throw this.#missing(action)
    }).catch(opened.reject)
    return opened.promise
  }

  /** It is beside the archive too, where nothing has to be unpacked. */
  #readManifest(id: string, action: string, signal: AbortSignal | undefined) {
    return this.#work('read', action, signal, async () => {
      const content = Buffer.from((await this.#requireBackup(id, action)).manifest)
      const facts = { type: 'file', sizeBytes: content.length, modifiedAtMs: 0, mode: 0o600 } as const
      const entry: BackupEntry = { path: manifestPath, name: manifestPath, ...facts }
      return { entry, stream: Readable.from([content], { objectMode: false }) }
    })
  }

  readFolderAsZip(id: string, path: string, signal?: AbortSignal): Promise<Readable> {
    const action = 'pack the folder of the backup'
    const opened = Promise.withResolvers<Readable>()
    this.#readEntries(id, action, signal, async entries => {
      const items = itemsBelow(entries, path)
      const first = await items.next()
      if (first.done) throw this.#missing(action)
      const stream = Readable.from(writeZip(items), { objectMode: false })
      opened.resolve(stream)
      await finished(stream, { writable: false }).catch(() => {})
    }).catch(opened.reject)
    return opened.promise
  }

  compare(id: string, other: Comparand, options: CompareOptions = {}): Promise<BackupComparison> {
    const { path = '', limit = 1_000, signal } = options
    const action = 'compare the backup'
    const prefix = path === '' ? 'files' : `files/${path}`
    return this.#work('read', action, signal, async both => {
      const stored = await this.#sortedBelow(id, prefix, action, both)
      if ('folder' in other) {
        const exclude = other.exclude ?? []
        return compareWithFolder(oneByOne(stored), {
          ...{ folder: other.folder, exclude, path, prefix, limit, signal: both },
        })
      }
      const later = await this.#sortedBelow(other.id, prefix, action, both)
      const differences = differencesBetween(stored, later, prefix)
      return { differences: differences.slice(0, limit), isCut: differences.length > limit }
    })
  }

  async #sortedBelow(
    id: string,
    prefix: string,
    action: string,
    signal: AbortSignal,
  ): Promise<BackupEntry[]> {
    await this.#requireBackup(id, action)
    const found: BackupEntry[] = []
    for await (const entry of this.#files.entries(id)) {
      signal.throwIfAborted()
      if (entry.path.startsWith(`${prefix}/`))
        found.push({ ...entryOf(entry), path: entry.path.slice(prefix.length + 1) })
    }
    return found.toSorted((a, b) => comparePaths(a.path, b.path))
  }

  restore(request: RestoreRequest): Promise<RestoredBackup> {
    const action = 'restore the backup'
    return this.#work('read', action, request.signal, async signal => {
      const described = await this.#requireBackup(request.id, action)
      const missing = () => this.#missing(action)
      return restoreArchive(this.#files.entries(request.id), described, request, { signal, missing })
    })
  }

  forget(ids: readonly string[], signal?: AbortSignal): Promise<void> {
    return this.#work('alone', 'delete backups', signal, async () => {
      for (const id of ids) if (isId(id)) await this.#files.remove(id)
    })
  }

  prune(signal?: AbortSignal): Promise<void> {
    return this.#work('alone', 'free space in the storage', signal, () => this.#files.removeLeftovers())
  }

  /** Every so-manyth archive is one part. */
  verify({ n, of }: { n: number; of: number }, signal?: AbortSignal): Promise<Verification> {
    return this.#work('read', 'verify the repository', signal, async both => {
      const problems: string[] = []
      for (const [at, { id }] of (await this.#files.list()).entries()) {
        if (at % of !== n - 1) continue
        const { archive_sha256 } = await this.#files.read(id)
        const found = await this.#files.hashOf(id, both).catch((error: unknown) => {
          both.throwIfAborted()
          return String(error)
        })
        if (found !== archive_sha256) problems.push(`The archive ${id}.tar.zst is damaged or missing.`)
      }
      return { isSound: problems.length === 0, problems }
    })
  }

  sizeBytes(signal?: AbortSignal): Promise<number> {
    return this.#work('read', 'measure the repository', signal, () => this.#files.sizeBytes())
  }

  remove(signal?: AbortSignal): Promise<void> {
    return this.#turn('alone', 'remove the repository', signal, () =>
      rm(this.#files.folder, { recursive: true, force: true }),
    )
  }

  #readEntries<Result>(
    id: string,
    action: string,
    signal: AbortSignal | undefined,
    work: (entries: AsyncGenerator<TarEntry>) => Promise<Result>,
  ): Promise<Result> {
    return this.#work('read', action, signal, async both => {
      await this.#requireBackup(id, action)
      return work(untilAborted(this.#files.entries(id), both))
    })
  }

  #work<Result>(
    kind: LockKind,
    action: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return this.#turn(kind, action, signal, async both => {
      if (await this.#files.isThere()) return work(both)
      throw this.#explained('not_found', action)
    })
  }

  async #turn<Result>(
    kind: LockKind,
    action: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const both = signal === undefined ? this.#closing : AbortSignal.any([signal, this.#closing])
    try {
      return await this.#locks.take(kind, both, () => work(both))
    } catch (error) {
      if (error instanceof BackupError) throw error
      if (both.aborted) throw this.#explained('canceled', action, error)
      throw isBroken(error)
        ? this.#explained('damaged', action, error)
        : describeStorageError(error, this.#storage, action)
    }
  }

  async #requireBackup(id: string, action: string) {
    const described = isId(id) ? await this.#files.read(id).catch(() => null) : null
    if (described === null) throw this.#missing(action)
    return described
  }

  #missing(action: string): BackupError {
    return this.#explained('no_such_path', action)
  }

  #explained(reason: Parameters<typeof explain>[0], action: string, cause?: unknown): BackupError {
    const { code, message } = explain(reason, action, this.#storage.kind)
    return new BackupError(code, message, { cause })
  }
}

const isId = (id: string) => /^[0-9a-f]{64}$/.test(id)

function isBroken(error: unknown): boolean {
  const code = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? '') : ''
  return error instanceof BrokenTar || code.startsWith('ZSTD_') || code === 'ERR_ZSTD'
}

async function* untilAborted(
  entries: AsyncGenerator<TarEntry>,
  signal: AbortSignal,
): AsyncGenerator<TarEntry> {
  for await (const entry of entries) {
    signal.throwIfAborted()
    yield entry
  }
}

async function* oneByOne(entries: readonly BackupEntry[]): AsyncGenerator<BackupEntry> {
  yield* entries
}

/** The folder itself first, so that an empty one is told from none. */
async function* itemsBelow(entries: AsyncGenerator<TarEntry>, folder: string): AsyncGenerator<PackItem> {
  for await (const { path, type, mode, modifiedAtMs, sizeBytes, target, content } of entries) {
    const facts = { name: path.slice(folder.length + 1), mode, modifiedAtMs }
    const isItself = path === folder && type === 'directory'
    if (!isItself && !path.startsWith(`${folder}/`)) continue
    if (type === 'directory') yield { type, ...facts }
    else if (type === 'link') yield { type, ...facts, target }
    else yield { type, ...facts, sizeBytes, content }
  }
}

function differencesBetween(
  before: readonly BackupEntry[],
  after: readonly BackupEntry[],
  prefix: string,
): BackupDifference[] {
  const left = new Map(before.map(entry => [entry.path, entry]))
  const found: BackupDifference[] = []
  const note = ({ path, type }: BackupEntry, change: BackupDifference['change']) =>
    found.push({ path: `${prefix}/${path}`, change, isFolder: type === 'directory' })
  for (const entry of after) {
    const former = left.get(entry.path)
    left.delete(entry.path)
    if (former === undefined) note(entry, 'added')
    else if (isChanged(former, entry)) note(entry, 'changed')
  }
  for (const entry of left.values()) note(entry, 'removed')
  return found
}

function isChanged(before: BackupEntry, after: BackupEntry): boolean {
  if (before.type !== after.type) return true
  const isSame = before.sizeBytes === after.sizeBytes && before.modifiedAtMs === after.modifiedAtMs
  return before.type === 'file' && !isSame
}

function entryOf({ path, type, sizeBytes, modifiedAtMs, mode }: TarEntry): BackupEntry {
  return { path, name: path.slice(path.lastIndexOf('/') + 1), type, sizeBytes, modifiedAtMs, mode }
}
