// Looks into a backup: its folders, names, files, and how it differs from another or from a folder as it is now.

import type { Readable } from 'node:stream'
import type {
  BackupComparison,
  BackupDifference,
  BackupEntry,
  BackupPage,
  BrowseOptions,
  Comparand,
  CompareOptions,
  SearchOptions,
} from '../backup-engine.ts'
import { compareWithFolder } from '../compare-with-folder.ts'
import type { ResticNode } from './logic/messages.ts'
import { filesPart, type SnapshotLayout } from './logic/snapshot-layout.ts'
import type { RepositoryRuns } from './repository-runs.ts'

export async function browseBackup(
  runs: RepositoryRuns,
  id: string,
  folder: string,
  { limit = 10_000, signal }: BrowseOptions,
): Promise<BackupPage> {
  const action = 'open the folder of the backup'
  const layout = await runs.layoutOf(id, action, signal)
  if (folder !== '')
    return listNodes(runs, { id, layout, folder, action, limit, signal, isWanted: () => true })
  return { entries: await topEntries(runs, { id, layout, action, signal }), isCut: false }
}

export async function searchBackup(
  runs: RepositoryRuns,
  id: string,
  text: string,
  { folder = filesPart, limit = 500, signal }: SearchOptions,
): Promise<BackupPage> {
  const action = 'search the backup'
  const layout = await runs.layoutOf(id, action, signal)
  const wanted = text.toLowerCase()
  const isWanted = ({ name }: ResticNode) => name.toLowerCase().includes(wanted)
  return listNodes(runs, { id, layout, folder, action, limit, signal, isWanted, isDeep: true })
}

interface Listing {
  id: string
  layout: SnapshotLayout
  folder: string
  action: string
  limit: number
  isDeep?: boolean
  isWanted: (node: ResticNode) => boolean
  signal: AbortSignal | undefined
}

function listNodes(runs: RepositoryRuns, listing: Listing): Promise<BackupPage> {
  const { id, layout, folder, action, limit, isDeep = false, isWanted } = listing
  return runs.turn('read', action, listing.signal, async (_action, signal) => {
    const { place } = runs.requirePlace(layout, folder, action)
    const entries: BackupEntry[] = []
    let isCut = false
    await runs.run({
      ...{ action, signal },
      args: () => ['ls', '--no-lock', ...(isDeep ? ['--recursive'] : []), `${id}:${place}`, '/'],
      onLine: line => {
        if (isCut || line.message_type !== 'node' || !isWanted(line)) return undefined
        isCut = entries.length === limit
        if (!isCut) entries.push(entryOf(line, `${folder}${line.path}`))
        return !isCut
      },
    })
    return { entries, isCut }
  })
}

/** The parts of the backup, each looked up where it is. */
function topEntries(
  runs: RepositoryRuns,
  { id, layout, action, signal }: Pick<Listing, 'id' | 'layout' | 'action' | 'signal'>,
): Promise<BackupEntry[]> {
  return runs.turn('read', action, signal, async (_action, both) => {
    const places = new Map(Object.entries(layout).map(([part, place]) => [place, part]))
    const entries: BackupEntry[] = []
    await runs.run({
      ...{ action, signal: both },
      args: () => ['ls', '--no-lock', id, ...places.keys()],
      onLine: line => {
        const part = line.message_type === 'node' ? places.get(line.path) : undefined
        if (line.message_type === 'node' && part !== undefined) entries.push(entryOf(line, part))
        return undefined
      },
    })
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  })
}

export async function readFileOfBackup(
  runs: RepositoryRuns,
  id: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<{ entry: BackupEntry; stream: Readable }> {
  const action = 'read the file of the backup'
  const { folder, name } = splitPlace(await placeOf(runs, id, path, action, signal))
  // Restic would give a folder too, as an archive.
  const found: { entry?: BackupEntry } = {}
  await runs.turn('read', action, signal, (_action, both) =>
    runs.run({
      ...{ action, signal: both },
      args: () => ['ls', '--no-lock', `${id}:${folder}`, name],
      onLine: line => {
        if (line.message_type !== 'node' || line.path !== name) return undefined
        found.entry = entryOf(line, path)
        return false
      },
    }),
  )
  const { entry } = found
  if (entry?.type !== 'file') throw runs.failure('no_such_path', action)
  const args = () => ['dump', '--no-lock', `${id}:${folder}`, name]
  return { entry, stream: await runs.stream({ action, signal, args }) }
}

export async function readFolderOfBackup(
  runs: RepositoryRuns,
  id: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<Readable> {
  const action = 'pack the folder of the backup'
  const place = await placeOf(runs, id, path, action, signal)
  const args = () => ['dump', '--no-lock', '--archive', 'zip', `${id}:${place}`, '/']
  return runs.stream({ action, signal, args })
}

async function placeOf(
  runs: RepositoryRuns,
  id: string,
  path: string,
  action: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  return runs.requirePlace(await runs.layoutOf(id, action, signal), path, action).place
}

function splitPlace(place: string): { folder: string; name: string } {
  const at = place.lastIndexOf('/')
  return { folder: place.slice(0, at) || '/', name: place.slice(at) }
}

/** Restic's letters; what changed in rights and times alone is no difference. */
const changes: Record<string, BackupDifference['change']> = {
  '+': 'added',
  '-': 'removed',
  M: 'changed',
  T: 'changed',
}

export async function compareBackup(
  runs: RepositoryRuns,
  id: string,
  other: Comparand,
  { path = '', limit = 1_000, signal }: CompareOptions,
): Promise<BackupComparison> {
  const action = 'compare the backup'
  const folder = path === '' ? filesPart : `${filesPart}/${path}`
  const from = await placeOf(runs, id, folder, action, signal)
  if ('folder' in other) {
    const args = () => ['ls', '--no-lock', '--recursive', `${id}:${from}`, '/']
    return runs.turn('read', action, signal, (_action, both) =>
      compareWithFolder(nodesOf(runs, { action, signal: both, args }), {
        ...{ folder: other.folder, exclude: other.exclude ?? [], path, prefix: folder, limit, signal: both },
      }),
    )
  }
  const to = await placeOf(runs, other.id, folder, action, signal)
  return runs.turn('read', action, signal, async (_action, both) => {
    const differences: BackupDifference[] = []
    let isCut = false
    await runs.run({
      ...{ action, signal: both },
      args: () => ['diff', '--no-lock', `${id}:${from}`, `${other.id}:${to}`],
      onLine: line => {
        if (isCut || line.message_type !== 'change') return undefined
        const change = changes[line.modifier.charAt(0)]
        if (change === undefined) return undefined
        isCut = differences.length === limit
        const isFolder = line.path.endsWith('/')
        const displayed = `${folder}${line.path.replace(/\/$/, '')}`
        if (!isCut) differences.push({ path: displayed, change, isFolder })
        return !isCut
      },
    })
    return { differences, isCut }
  })
}

/** A folder before what is in it, names by their bytes. */
async function* nodesOf(
  runs: RepositoryRuns,
  command: Parameters<RepositoryRuns['lines']>[0],
): AsyncGenerator<BackupEntry> {
  for await (const line of runs.lines(command)) {
    if (line.message_type === 'node') yield entryOf(line, line.path.slice(1))
  }
}

const types: Record<string, BackupEntry['type']> = { file: 'file', dir: 'directory', symlink: 'link' }

function entryOf({ name, type, size, mode, mtime }: ResticNode, path: string): BackupEntry {
  const isPart = !path.includes('/')
  const modifiedAtMs = Date.parse(mtime)
  return {
    path,
    name: isPart ? path : name,
    type: types[type] ?? 'other',
    sizeBytes: size,
    modifiedAtMs: Number.isFinite(modifiedAtMs) ? modifiedAtMs : 0,
    mode: mode & 0o777,
  }
}
