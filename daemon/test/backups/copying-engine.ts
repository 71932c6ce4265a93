// An engine for tests that need no other: whole copies in a folder, and a way to hold and to break what it does.

import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, cp, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, matchesGlob } from 'node:path'
import { Readable } from 'node:stream'
import {
  type BackupEngine,
  type BackupEntry,
  BackupError,
  type BackupProblem,
  type BackupRepository,
  type RepositoryPlace,
  type StoredBackup,
} from '../../src/platform/backups/backup-engine.ts'

export interface CopyingEngine extends BackupEngine {
  /** What is asked next fails so; null: nothing does. */
  problem: BackupProblem | null
  /** Waited for in the middle of taking and restoring; rejects when canceled. */
  held: Promise<void>
  /** What was asked, in order. */
  readonly asked: string[]
  /** How many backups are being taken. */
  taking: number
  isDamaged: boolean
}

export function createCopyingEngine(nowMs: () => number = Date.now): CopyingEngine {
  const engine: CopyingEngine = {
    name: 'archive',
    storageKinds: ['folder'],
    isEncrypting: false,
    problem: null,
    held: Promise.resolve(),
    asked: [],
    taking: 0,
    isDamaged: false,
    version: async () => '1',
    repository: place => repositoryAt(place, engine, nowMs),
    async testStorage(storage) {
      require(engine, 'test')
      if (storage.kind !== 'folder' || !existsSync(storage.path)) throw problemOf('unreachable')
    },
    close: async () => {},
  }
  return engine
}

function problemOf(code: BackupProblem): BackupError {
  return new BackupError(code, `the storage says ${code}`)
}

function require(engine: CopyingEngine, what: string): void {
  engine.asked.push(what)
  if (engine.problem !== null) throw problemOf(engine.problem)
}

async function hold(engine: CopyingEngine, signal: AbortSignal | undefined): Promise<void> {
  const canceled = new Promise<never>((_resolve, reject) => {
    const leave = () => reject(problemOf('canceled'))
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave)
  })
  await Promise.race([engine.held, canceled])
}

function repositoryAt(place: RepositoryPlace, engine: CopyingEngine, nowMs: () => number): BackupRepository {
  if (place.storage.kind !== 'folder') throw problemOf('invalid')
  const home = join(place.storage.path, place.name)
  const homeOf = (id: string) => join(home, id)
  const contentOf = (id: string) => join(homeOf(id), 'content')
  const requireBackup = (id: string) => {
    if (!existsSync(homeOf(id))) throw problemOf('not_found')
  }
  const list = async () => {
    const ids = await readdir(home).catch(() => [])
    const all = ids.map(
      async id => JSON.parse(await readFile(join(homeOf(id), 'facts'), 'utf8')) as StoredBackup,
    )
    return (await Promise.all(all)).toSorted((a, b) => a.takenAtMs - b.takenAtMs)
  }
  return {
    async create() {
      require(engine, 'create')
      const isNew = !existsSync(home)
      await mkdir(home, { recursive: true })
      return { isNew }
    },
    addPassword: async () => require(engine, 'addPassword'),
    async take({ sources, manifest, exclude = [], tags, onProgress, signal }) {
      require(engine, 'take')
      const id = randomUUID()
      const target = contentOf(id)
      engine.taking += 1
      try {
        await mkdir(target, { recursive: true })
        await writeFile(join(target, 'manifest.json'), manifest)
        await hold(engine, signal)
        const isWanted = (path: string) =>
          !exclude.some(pattern =>
            matchesGlob(path.slice(sources.files.length + 1), pattern.replace(/^\//, '')),
          )
        await cp(sources.files, join(target, 'files'), { recursive: true, filter: isWanted })
        const files = (await entriesBelow(target, 'files')).filter(({ type }) => type === 'file')
        const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
        onProgress?.({ filesDone: 1, filesTotal: files.length, bytesDone: bytes, bytesTotal: bytes })
        await hold(engine, signal)
        const counted = { files: files.length, bytes, bytesAdded: bytes }
        const facts: StoredBackup = { id, takenAtMs: nowMs(), tags: { ...tags }, ...counted }
        await writeFile(join(homeOf(id), 'facts'), JSON.stringify(facts))
        return { id, ...counted, warnings: [], warningCount: 0 }
      } catch (error) {
        await rm(homeOf(id), { recursive: true, force: true })
        throw error
      } finally {
        engine.taking -= 1
      }
    },
    async list() {
      require(engine, 'list')
      return list()
    },
    async browse(id, folder) {
      requireBackup(id)
      const all = await entriesBelow(contentOf(id), folder)
      const depth = folder.split('/').length + 1
      return { entries: all.filter(({ path }) => path.split('/').length === depth), isCut: false }
    },
    async search(id, text, { folder = 'files', limit = 500 } = {}) {
      requireBackup(id)
      const all = await entriesBelow(contentOf(id), folder)
      const found = all.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      return { entries: found.slice(0, limit), isCut: found.length > limit }
    },
    async readFile(id, path) {
      requireBackup(id)
      const entry = (await entriesBelow(contentOf(id), dirname(path))).find(one => one.path === path)
      if (entry?.type !== 'file') throw problemOf('not_found')
      return { entry, stream: Readable.from([await readFile(join(contentOf(id), path))]) }
    },
    readFolderAsZip: async () => Readable.from([Buffer.from('PK')]),
    async compare(id, other) {
      requireBackup(id)
      if (!('folder' in other)) throw problemOf('invalid')
      const [then, now] = await Promise.all([
        entriesBelow(contentOf(id), 'files'),
        entriesBelow(other.folder, '').then(all =>
          all.map(entry => ({ ...entry, path: `files/${entry.path}` })),
        ),
      ])
      const missing = (from: BackupEntry[], of: BackupEntry[]) =>
        of.filter(({ path }) => !from.some(one => one.path === path))
      const differs = then.filter(({ path, sizeBytes, type }) =>
        now.some(one => one.path === path && type === 'file' && one.sizeBytes !== sizeBytes),
      )
      const asDifference = (change: 'added' | 'changed' | 'removed') => (entry: BackupEntry) => ({
        ...{ path: entry.path, change, isFolder: entry.type === 'directory' },
      })
      return {
        differences: [
          ...missing(then, now).map(asDifference('added')),
          ...differs.map(asDifference('changed')),
          ...missing(now, then).map(asDifference('removed')),
        ],
        isCut: false,
      }
    },
    async restore({ id, paths = ['files'], into, owner, signal }) {
      require(engine, 'restore')
      requireBackup(id)
      if (engine.isDamaged) throw problemOf('damaged')
      await mkdir(into, { recursive: true })
      try {
        await hold(engine, signal)
        for (const path of paths) {
          await mkdir(dirname(join(into, path)), { recursive: true })
          await cp(join(contentOf(id), path), join(into, path), { recursive: true, preserveTimestamps: true })
        }
        const all = await entriesBelow(into, '')
        if (owner) for (const { path } of all) await chown(join(into, path), owner.uid, owner.gid)
        const files = all.filter(({ type }) => type === 'file')
        return { files: files.length, bytes: files.reduce((sum, one) => sum + one.sizeBytes, 0), dropped: [] }
      } catch (error) {
        await rm(into, { recursive: true, force: true })
        throw error
      }
    },
    async forget(ids) {
      require(engine, 'forget')
      for (const id of ids) await rm(homeOf(id), { recursive: true, force: true })
    },
    async prune(signal) {
      require(engine, 'prune')
      await hold(engine, signal)
    },
    async verify({ n, of }, signal) {
      require(engine, `verify ${n}/${of}`)
      await hold(engine, signal)
      return engine.isDamaged
        ? { isSound: false, problems: ['a pack is damaged'] }
        : { isSound: true, problems: [] }
    },
    sizeBytes: async () => (await list()).reduce((sum, { bytes }) => sum + bytes, 0),
    remove: () => rm(home, { recursive: true, force: true }),
  }
}

async function entriesBelow(top: string, folder: string): Promise<BackupEntry[]> {
  const names = await readdir(join(top, folder), { recursive: true })
  return Promise.all(
    names.map(async name => {
      const path = folder === '' ? name : `${folder}/${name}`
      const stats = await lstat(join(top, path))
      const type = stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'link' : 'file'
      return {
        ...{ path, name: path.slice(path.lastIndexOf('/') + 1), type, mode: stats.mode & 0o777 },
        ...{ sizeBytes: type === 'file' ? stats.size : 0, modifiedAtMs: stats.mtimeMs },
      }
    }),
  )
}
