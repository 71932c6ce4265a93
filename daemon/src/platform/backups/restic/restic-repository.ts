// One repository of restic.

import { lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import {
  type BackupComparison,
  type BackupEntry,
  BackupError,
  type BackupPage,
  type BackupRepository,
  type BackupRequest,
  type BrowseOptions,
  type Comparand,
  type CompareOptions,
  type RestoredBackup,
  type RestoreRequest,
  type SearchOptions,
  type StoredBackup,
  type TakenBackup,
  type Verification,
} from '../backup-engine.ts'
import { createStorageFolder } from '../storages/create-storage-folder.ts'
import { withStorageClient } from '../storages/open-storage-client.ts'
import { keyList, rawStatistics, snapshotList } from './logic/messages.ts'
import { readTags } from './logic/snapshot-layout.ts'
import {
  browseBackup,
  compareBackup,
  readFileOfBackup,
  readFolderOfBackup,
  searchBackup,
} from './read-backup.ts'
import type { RepositoryRuns } from './repository-runs.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

const problemLimit = 100

export class ResticRepository implements BackupRepository {
  readonly #runs: RepositoryRuns

  constructor(runs: RepositoryRuns) {
    this.#runs = runs
  }

  create(signal?: AbortSignal): Promise<{ isNew: boolean }> {
    return this.#runs.turn('write', 'open the repository', signal, async (action, both) => {
      if (await this.isThere(action, both)) return { isNew: false }
      const { folder } = this.#runs
      if (folder !== null) await this.#createFolder(folder)
      await this.#runs.run({ action: 'create the repository', signal: both, args: () => ['init'] })
      return { isNew: true }
    })
  }

  /** Also the proof that restic reaches the storage and is let in; which key lets it in is kept for all that follows. */
  async isThere(action: string, signal: AbortSignal, limitMs?: number): Promise<boolean> {
    const { folder } = this.#runs
    if (folder !== null && !(await isFolder(folder))) return false
    try {
      const result = await this.#runs.run({
        ...{ action, signal, args: () => ['key', 'list', '--no-lock'] },
        ...(limitMs !== undefined && { limitMs }),
      })
      const key = this.#runs.document(keyList, result, action).find(({ current }) => current)
      if (key) this.#runs.rememberKey(key.id)
      return true
    } catch (error) {
      if (error instanceof BackupError && error.code === 'not_found') return false
      throw error
    }
  }

  /** Never the storage itself: where a drive is not mounted, its folder must not be filled. */
  async #createFolder(folder: string): Promise<void> {
    await createStorageFolder(dirname(folder), 'create the repository')
    try {
      await mkdir(folder, { mode: 0o700 })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') return
      const action = 'create the repository'
      if (code === 'ENOENT' || code === 'ENOTDIR')
        throw this.#runs.failure('not_found', action, String(error))
      throw this.#runs.explainTexts(
        [String(error), code === 'ENOSPC' ? 'no space left on device' : ''],
        action,
      )
    }
  }

  addPassword(password: string, signal?: AbortSignal): Promise<void> {
    const file = 'secrets/new-password'
    return this.#runs.turn('write', 'add a password to the repository', signal, async (action, both) => {
      await this.#runs.runLocking({
        ...{ action, signal: both, files: { [file]: `${password}\n` } },
        args: placeOf => ['key', 'add', '--new-password-file', placeOf(file)],
      })
    })
  }

  take(request: BackupRequest): Promise<TakenBackup> {
    return takeBackup(this.#runs, request)
  }

  list(signal?: AbortSignal): Promise<StoredBackup[]> {
    return this.#runs.turn('read', 'read the list of backups', signal, async (action, both) => {
      const result = await this.#runs.run({ action, signal: both, args: () => ['snapshots', '--no-lock'] })
      return this.#runs
        .document(snapshotList, result, action)
        .map(({ id, time, tags, summary }): StoredBackup => {
          const read = readTags(tags ?? [])
          this.#runs.rememberLayout(id, read.layout)
          return {
            id,
            takenAtMs: Date.parse(time),
            tags: read.tags,
            files: summary?.total_files_processed ?? 0,
            bytes: summary?.total_bytes_processed ?? 0,
            bytesAdded: summary?.data_added_packed ?? summary?.data_added ?? 0,
          }
        })
        .toSorted((a, b) => a.takenAtMs - b.takenAtMs)
    })
  }

  browse(id: string, folder: string, options: BrowseOptions = {}): Promise<BackupPage> {
    return browseBackup(this.#runs, id, folder, options)
  }

  search(id: string, text: string, options: SearchOptions = {}): Promise<BackupPage> {
    return searchBackup(this.#runs, id, text, options)
  }

  readFile(
    id: string,
    path: string,
    signal?: AbortSignal,
  ): Promise<{ entry: BackupEntry; stream: Readable }> {
    return readFileOfBackup(this.#runs, id, path, signal)
  }

  readFolderAsZip(id: string, path: string, signal?: AbortSignal): Promise<Readable> {
    return readFolderOfBackup(this.#runs, id, path, signal)
  }

  compare(id: string, other: Comparand, options: CompareOptions = {}): Promise<BackupComparison> {
    return compareBackup(this.#runs, id, other, options)
  }

  restore(request: RestoreRequest): Promise<RestoredBackup> {
    return restoreBackup(this.#runs, request)
  }

  async forget(ids: readonly string[], signal?: AbortSignal): Promise<void> {
    if (ids.length === 0) return
    await this.#runs.turn('write', 'delete backups', signal, async (action, both) => {
      for (const id of ids) this.#runs.requireId(id, action)
      await this.#runs.runLocking({ action, signal: both, args: () => ['forget', '--', ...ids] })
      this.#runs.forgetLayouts(ids)
    })
  }

  prune(signal?: AbortSignal): Promise<void> {
    return this.#runs.turn('alone', 'free space in the storage', signal, async (action, both) => {
      const args = () => ['prune', '--max-unused', '10%']
      await this.#runs.runLocking({ action, signal: both, priority: 'low', args })
    })
  }

  verify({ n, of }: { n: number; of: number }, signal?: AbortSignal): Promise<Verification> {
    return this.#runs.turn('write', 'verify the repository', signal, async (action, both) => {
      const found = { errors: 0, packs: [] as readonly string[] }
      const { exitCode, texts } = await this.#runs.runLocking({
        ...{ action, signal: both, priority: 'low', acceptable: [1] },
        args: () => ['check', `--read-data-subset=${n}/${of}`],
        onLine: line => {
          if (line.message_type !== 'summary' || !('num_errors' in line)) return undefined
          found.errors = line.num_errors
          found.packs = line.broken_packs ?? []
          return undefined
        },
      })
      if (exitCode === 0 && found.errors === 0) return { isSound: true, problems: [] }
      const failure = this.#runs.explainTexts(texts, action)
      // Whatever is no sign of damage is a verification that did not happen.
      if (found.errors === 0 && failure.code !== 'damaged') throw failure
      const packs = found.packs.map(pack => `The pack ${pack} is damaged.`)
      return { isSound: false, problems: [...packs, ...texts].slice(0, problemLimit) }
    })
  }

  sizeBytes(signal?: AbortSignal): Promise<number> {
    return this.#runs.turn('read', 'measure the repository', signal, async (action, both) => {
      const { folder } = this.#runs
      if (folder !== null && (await isFolder(folder))) return bytesBelow(folder)
      const args = () => ['stats', '--no-lock', '--mode', 'raw-data']
      const result = await this.#runs.run({ action, signal: both, args })
      return this.#runs.document(rawStatistics, result, action).total_size
    })
  }

  remove(signal?: AbortSignal): Promise<void> {
    const { storage, name } = this.#runs.place
    return this.#runs.turn('alone', 'remove the repository', signal, async (action, both) => {
      // Restic itself cannot do that.
      await withStorageClient(storage, action, both, client => client.removeAll(name))
      this.#runs.forgetEverything()
    })
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
}

/** What goes meanwhile takes no room. */
async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    bytes += await lstat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      () => 0,
    )
  }
  return bytes
}
