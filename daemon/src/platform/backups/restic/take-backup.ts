// Takes a backup: restic reads the folder in its sandbox, with the manifest beside it.

import { existsSync } from 'node:fs'
import type { BackupProgress, BackupRequest, BackupWarning, TakenBackup } from '../backup-engine.ts'
import { requireReserve } from '../storages/require-reserve.ts'
import { excludePatterns } from './logic/exclude-patterns.ts'
import type { ResticLine } from './logic/messages.ts'
import { databasesPart, filesPart, manifestPart, writeTags } from './logic/snapshot-layout.ts'
import { limitArguments, type RepositoryRuns } from './repository-runs.ts'
import type { PlaceOf } from './sandbox/sandbox.ts'

const warningLimit = 100
const excludeFile = 'run/exclude'
/** Made, though some of it could not be read. */
const incomplete = 3

export function takeBackup(runs: RepositoryRuns, request: BackupRequest): Promise<TakenBackup> {
  return runs.turn('write', 'take the backup', request.signal, async (action, signal) => {
    if (runs.folder !== null && existsSync(runs.folder)) await requireReserve(runs.folder, action)
    const { files, databases } = request.sources
    const warnings: BackupWarning[] = []
    let warningCount = 0
    const made: { summary?: Summary } = {}
    await runs.runLocking({
      ...{ action, signal, priority: request.priority, acceptable: [incomplete] },
      folders: {
        [filesPart]: { source: files, isReadOnly: true },
        ...(databases !== undefined && { [databasesPart]: { source: databases, isReadOnly: true } }),
      },
      files: { [manifestPart]: request.manifest, ...excludeFileOf(request) },
      args: placeOf => backupArguments(runs.place.name, request, placeOf),
      onLine: line => {
        if (line.message_type === 'status') request.onProgress?.(progressOf(line))
        else if (line.message_type === 'error') {
          warningCount += 1
          if (warnings.length < warningLimit) warnings.push(warningOf(line))
        } else if ('snapshot_id' in line) made.summary = line
        return undefined
      },
    })
    const { summary } = made
    if (summary === undefined) throw runs.failure('unknown', action)
    // A quick one has said nothing on its way.
    request.onProgress?.(finishedProgress(summary))
    return {
      id: summary.snapshot_id,
      files: summary.total_files_processed,
      bytes: summary.total_bytes_processed,
      bytesAdded: summary.data_added_packed ?? summary.data_added,
      warnings,
      warningCount,
    }
  })
}

type Summary = Extract<ResticLine, { snapshot_id: string }>

function hasPatterns({ exclude = [], include = [] }: BackupRequest): boolean {
  return exclude.length > 0 || include.length > 0
}

function excludeFileOf(request: BackupRequest): Record<string, (placeOf: PlaceOf) => string> {
  if (!hasPatterns(request)) return {}
  const { exclude = [], include = [] } = request
  return {
    [excludeFile]: placeOf =>
      excludePatterns({ exclude, include, place: placeOf(filesPart) })
        .map(line => `${line}\n`)
        .join(''),
  }
}

function backupArguments(host: string, request: BackupRequest, placeOf: PlaceOf): string[] {
  const parts = [filesPart, ...(request.sources.databases === undefined ? [] : [databasesPart]), manifestPart]
  const layout = Object.fromEntries(parts.map(part => [part, placeOf(part)]))
  return [
    ...['backup', '--host', host, '--group-by', 'host'],
    ...writeTags(request.tags, layout).flatMap(tag => ['--tag', tag]),
    ...(hasPatterns(request) ? ['--exclude-file', placeOf(excludeFile)] : []),
    ...(request.isCopy === true ? ['--ignore-inode'] : []),
    ...limitArguments('--limit-upload', request.limitBytesPerSecond),
    ...['--', ...Object.values(layout)],
  ]
}

function progressOf(line: Extract<ResticLine, { message_type: 'status' }>): BackupProgress {
  return {
    filesDone: line.files_done,
    filesTotal: line.total_files,
    bytesDone: line.bytes_done,
    bytesTotal: line.total_bytes,
  }
}

function finishedProgress({
  total_files_processed: files,
  total_bytes_processed: bytes,
}: Summary): BackupProgress {
  return { filesDone: files, filesTotal: files, bytesDone: bytes, bytesTotal: bytes }
}

/** The top of the backup is not a place that people know. */
function warningOf({ item, error, message }: Extract<ResticLine, { message_type: 'error' }>): BackupWarning {
  return { path: item.replace(/^\//, ''), reason: error.message || message || 'it cannot be read' }
}
