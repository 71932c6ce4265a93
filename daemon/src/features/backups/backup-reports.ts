// What this node knows of its backups, and tells the panel until the panel has it (L25, L28).

import type { NodeBackup, RepositoryReport } from '@rookery/contracts/backups.ts'
import { backupConsistencies, backupKinds, riskyActions } from '@rookery/contracts/backups.ts'
import type { StoredBackup } from '../../platform/backups/backup-engine.ts'
import type { NodeMessage } from '../../platform/panel-link/link-hooks.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import { nextSequence } from '../game-servers/logic/sequence.ts'
import type { BackupStore, RepositoryRecord } from './backup-store.ts'
import { type Upkeep, upkeep } from './logic/upkeep-plan.ts'

export interface ReportsDeps {
  gameServers: GameServers
  store: BackupStore
  nowMs: () => number
  send: (message: NodeMessage) => void
}

type ReportChange = Partial<Omit<RepositoryReport, 'storage_id' | 'sequence'>>

export class BackupReports {
  readonly #deps: ReportsDeps
  readonly #records = new Map<string, RepositoryRecord>()

  constructor(deps: ReportsDeps) {
    this.#deps = deps
    for (const record of deps.store.repositories()) {
      this.#records.set(keyOf(record.uuid, record.report.storage_id), record)
    }
  }

  /** Null: nothing was ever done with it here. */
  find(uuid: string, storageId: number): RepositoryRecord | null {
    return this.#records.get(keyOf(uuid, storageId)) ?? null
  }

  hasToldOf(uuid: string, storageId: number): boolean {
    return (this.find(uuid, storageId)?.report.sequence ?? 0) > 0
  }

  /** Written first, told then. */
  change(uuid: string, storageId: number, change: ReportChange): void {
    const former = this.#recordOf(uuid, storageId)
    const sequence = nextSequence(former.report.sequence, this.#deps.nowMs())
    const record = { ...former, report: { ...former.report, ...change, sequence } }
    this.#save(record)
    this.#send(record)
  }

  /** What the panel need not know. */
  noteUpkeep(uuid: string, storageId: number, done: Partial<Upkeep>): void {
    const former = this.#recordOf(uuid, storageId)
    this.#save({ ...former, upkeep: { ...former.upkeep, ...done } })
  }

  /** The panel has stored this one; less than before, where it was restored from a backup of itself. */
  acknowledge(uuid: string, storageId: number, sequence: number): void {
    const record = this.find(uuid, storageId)
    if (!record || sequence === record.knownSequence) return
    const isForgotten = sequence < record.knownSequence
    this.#save({ ...record, knownSequence: sequence })
    if (isForgotten) this.#send(record)
  }

  /** At every connection: all that the panel has not stored. */
  repeat(): void {
    for (const record of this.#records.values()) {
      if (record.knownSequence < record.report.sequence) this.#send(record)
    }
  }

  #recordOf(uuid: string, storageId: number): RepositoryRecord {
    const known = this.find(uuid, storageId)
    return known ?? { uuid, report: emptyReport(storageId), knownSequence: 0, upkeep: upkeep.parse({}) }
  }

  #save(record: RepositoryRecord): void {
    this.#records.set(keyOf(record.uuid, record.report.storage_id), record)
    this.#deps.store.saveRepository(record)
  }

  #send({ uuid, report }: RepositoryRecord): void {
    const { gameServers, send } = this.#deps
    const named = gameServers.states().find(state => state.uuid === uuid)
    // What the panel does not know here is no news for it.
    if (!named || named.gameServerId === 0) return
    const value = { gameServerId: named.gameServerId, report: JSON.stringify(report) }
    send({ $case: 'backupReport', value })
  }
}

function keyOf(uuid: string, storageId: number): string {
  return `${uuid}/${storageId}`
}

function emptyReport(storage_id: number): RepositoryReport {
  return {
    ...{ storage_id, sequence: 0, engine: 'restic', is_listed: false, backups: [], stored_bytes: null },
    ...{ last_check: null, last_drill: null, problem: '' },
  }
}

/** The names of the tags with which backups are stored. */
export function tagsOf({
  kind,
  before,
  run_key,
  consistency,
}: Pick<NodeBackup, 'kind' | 'before' | 'run_key' | 'consistency'>): Record<string, string> {
  return { kind, before: before ?? '', run_key, consistency }
}

/** What is known of it here stays; of what came from elsewhere its tags tell. Oldest first, as the list is. */
export function asNodeBackups(stored: readonly StoredBackup[], known: readonly NodeBackup[]): NodeBackup[] {
  const bySnapshot = new Map(known.map(backup => [backup.snapshot, backup]))
  return stored.map(backup => bySnapshot.get(backup.id) ?? ofTags(backup))
}

function ofTags({ id, takenAtMs, tags, files, bytes, bytesAdded }: StoredBackup): NodeBackup {
  return {
    ...{ snapshot: id, taken_at_ms: takenAtMs, files, bytes, bytes_added: bytesAdded, warnings: [] },
    kind: backupKinds.find(kind => kind === tags.kind) ?? 'manual',
    before: riskyActions.find(risk => risk === tags.before) ?? null,
    run_key: tags.run_key ?? '',
    ...(tags.note && { note: tags.note }),
    consistency: backupConsistencies.find(one => one === tags.consistency) ?? 'live',
  }
}
