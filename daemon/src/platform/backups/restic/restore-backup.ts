// Restores a backup, or some of it, into a fresh folder of the daemon's own: all of it, or nothing is left.

import { lstat, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BackupError,
  type BackupWarning,
  type RestoredBackup,
  type RestoreRequest,
} from '../backup-engine.ts'
import { sanitizeRestored } from '../sanitize-restored.ts'
import { escapeName } from './logic/exclude-patterns.ts'
import { filesPart, manifestPart, type SnapshotLayout } from './logic/snapshot-layout.ts'
import { limitArguments, type RepositoryRuns } from './repository-runs.ts'

interface Sum {
  files: number
  bytes: number
  dropped: BackupWarning[]
}

const droppedLimit = 100
/** A game that changed its links while they were read can leave one in the backup that leads nowhere at all. */
const emptyLink = /^symlink {2}\S/

export async function restoreBackup(runs: RepositoryRuns, request: RestoreRequest): Promise<RestoredBackup> {
  const { id, into } = request
  const action = 'restore the backup'
  const layout = await runs.layoutOf(id, action, request.signal)
  return runs.turn('read', action, request.signal, async (_action, signal) => {
    const wanted = namesByPart(runs, request.paths ?? Object.keys(layout), layout, action)
    await mkdir(into, { mode: 0o700 })
    try {
      const sum: Sum = { files: 0, bytes: 0, dropped: [] }
      for (const [part, names] of wanted) {
        const one = await restorePart(runs, request, { layout, part, names, action, signal, before: sum })
        sum.files += one.files
        sum.bytes += one.bytes
        sum.dropped.push(...one.dropped)
      }
      const dropped = [...sum.dropped, ...(await sanitizeRestored(into, request.owner ?? null))]
      return { ...sum, dropped: dropped.slice(0, droppedLimit) }
    } catch (error) {
      await rm(into, { recursive: true, force: true })
      throw error
    }
  })
}

/** Below each part; none is all of it. */
function namesByPart(
  runs: RepositoryRuns,
  paths: readonly string[],
  layout: SnapshotLayout,
  action: string,
): Map<string, string[]> {
  const wanted = new Map<string, string[]>()
  for (const path of paths) {
    const { part } = runs.requirePlace(layout, path, action)
    const below = path.slice(part.length + 1)
    const present = wanted.get(part)
    wanted.set(part, below === '' || present?.length === 0 ? [] : [...(present ?? []), below])
  }
  return wanted
}

interface Part {
  layout: SnapshotLayout
  part: string
  names: readonly string[]
  action: string
  signal: AbortSignal
  /** What was restored of other parts. */
  before: Readonly<Sum>
}

async function restorePart(
  runs: RepositoryRuns,
  request: RestoreRequest,
  { layout, part, names, action, signal, before }: Part,
): Promise<Sum> {
  const place = layout[part] ?? ''
  const at = place.lastIndexOf('/')
  const isFile = part === manifestPart
  const from = isFile ? place.slice(0, at) || '/' : place
  const target = isFile ? request.into : join(request.into, part)
  const included = isFile ? [place.slice(at + 1)] : names
  if (!isFile) await mkdir(target, { mode: 0o700 })
  const sum: Sum = { files: 0, bytes: 0, dropped: [] }
  let errors = 0
  const restoring = runs.run({
    ...{ action, signal, folders: { target: { source: target, isReadOnly: false } }, acceptable: [1] },
    args: placeOf => [
      ...['restore', '--no-lock', '--sparse', `${request.id}:${from}`, '--target', placeOf('target')],
      // No capabilities, and no access lists: they name users who are others here.
      ...['--include-xattr', 'user.*'],
      ...included.flatMap(name => ['--include', `/${name.split('/').map(escapeName).join('/')}`]),
      ...limitArguments('--limit-download', request.limitBytesPerSecond),
    ],
    onLine: line => {
      if (line.message_type === 'status') {
        request.onProgress?.({
          filesDone: before.files + line.files_restored,
          filesTotal: before.files + line.total_files,
          bytesDone: before.bytes + line.bytes_restored,
          bytesTotal: before.bytes + line.total_bytes,
        })
      } else if (line.message_type === 'summary' && 'files_restored' in line) {
        sum.files = line.files_restored
        sum.bytes = line.bytes_restored
      } else if (line.message_type === 'error') {
        errors += 1
        if (emptyLink.test(line.error.message || line.message))
          sum.dropped.push({ path: `${part}${line.item}`, reason: 'it is a link that leads nowhere' })
      }
      return undefined
    },
  })
  const wasAsked = request.paths !== undefined
  const isThere = await restoring
    .then(({ exitCode, texts }) => {
      if (exitCode === 0 || (errors > 0 && errors === sum.dropped.length)) return true
      throw runs.explainTexts(texts, action)
    })
    .catch((error: unknown) => {
      const isAbsent = error instanceof BackupError && error.code === 'not_found'
      // Not every backup has every part.
      if (!isAbsent || wasAsked || part === filesPart) throw error
      return false
    })
  if (!isThere && !isFile) await rm(target, { recursive: true, force: true })
  if (isThere && wasAsked) await requireRestored(runs, target, isFile ? [manifestPart] : names, action)
  return sum
}

/** Restic says nothing about what it does not find. */
async function requireRestored(
  runs: RepositoryRuns,
  folder: string,
  names: readonly string[],
  action: string,
): Promise<void> {
  for (const name of names) {
    await lstat(join(folder, name)).catch(() => {
      throw runs.failure('no_such_path', action)
    })
  }
}
