// What a node's report says, made safe to store, what it changes in the index of one repository, and whose backups fail.

import { type NodeBackup, type RepositoryReport, repositoryReport } from '@rookery/contracts/backups.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import { plainString } from '@rookery/primitives/terminal-text.ts'

const snapshotPattern = /^[\w.:-]{1,128}$/
const runKeyPattern = /^[\w.:-]{1,64}$/
/** As much as people can write. */
const noteLimit = 500
/** The last moment that a Date can say. */
const lastTimeMs = 8_640_000_000_000_000

/** Null where it cannot be read: the node may be older, newer or not ours any more. */
export function readReport(json: string): RepositoryReport | null {
  const report = parseJsonOrNull(repositoryReport, json)
  if (!report || report.sequence < 0 || report.storage_id < 1) return null
  if (report.backups.some(({ snapshot }) => !snapshotPattern.test(snapshot))) return null
  const cleanTrial = (trial: RepositoryReport['last_check']) =>
    trial && { ...trial, at_ms: believableTime(trial.at_ms), message: harmless(trial.message) }
  return {
    ...report,
    backups: report.backups.map(cleanBackup),
    stored_bytes: report.stored_bytes === null ? null : Math.max(0, report.stored_bytes),
    last_check: cleanTrial(report.last_check),
    last_drill: cleanTrial(report.last_drill),
    problem: harmless(report.problem),
  }
}

function cleanBackup(backup: NodeBackup): NodeBackup {
  return {
    ...backup,
    taken_at_ms: believableTime(backup.taken_at_ms),
    run_key: runKeyPattern.test(backup.run_key) ? backup.run_key : '',
    files: Math.max(0, backup.files),
    bytes: Math.max(0, backup.bytes),
    bytes_added: Math.max(0, backup.bytes_added),
    warnings: backup.warnings.map(harmless),
    ...(backup.note !== undefined && { note: harmless(backup.note).slice(0, noteLimit) }),
  }
}

const harmless = (text: string) => plainString(Buffer.from(text))
const believableTime = (ms: number) => Math.min(Math.max(0, ms), lastTimeMs)

interface PresentRow<Fields> {
  id: number
  fields: Fields
}

interface ReportedRow<Fields> {
  run_key: string
  /** Of a backup that came from elsewhere. */
  note?: string | undefined
  fields: Fields
}

/** By snapshot. A report that names one twice, as no honest node does, counts the first. */
export function indexChanges<Fields extends { snapshot: string }>(
  present: readonly PresentRow<Fields>[],
  reported: readonly ReportedRow<Fields>[],
): { added: ReportedRow<Fields>[]; changed: PresentRow<Fields>[]; gone: number[] } {
  const known = new Map(present.map(row => [row.fields.snapshot, row]))
  const added: ReportedRow<Fields>[] = []
  const changed: PresentRow<Fields>[] = []
  const seen = new Set<string>()
  for (const row of reported) {
    const { snapshot } = row.fields
    if (seen.has(snapshot)) continue
    seen.add(snapshot)
    const before = known.get(snapshot)
    if (!before) added.push(row)
    else if (JSON.stringify(before.fields) !== JSON.stringify(row.fields)) {
      changed.push({ id: before.id, fields: row.fields })
    }
  }
  const gone = present.filter(({ fields }) => !seen.has(fields.snapshot)).map(({ id }) => id)
  return { added, changed, gone }
}

/** Each once, with what was told last. What fails in a storage that it no longer uses is nobody's concern. */
export function failingServers<Row extends { id: number; storageId: number }>(
  lastFirst: readonly Row[],
  usedBy: (gameServerId: number) => readonly number[],
): Row[] {
  const found = new Map<number, Row>()
  for (const row of lastFirst) {
    if (!found.has(row.id) && usedBy(row.id).includes(row.storageId)) found.set(row.id, row)
  }
  return [...found.values()]
}
