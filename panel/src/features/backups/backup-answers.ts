// Backups and what is known of their storages, as the API tells them.

import type { backupTrial } from '@rookery/contracts/backups.ts'
import type { BackupEntry } from '@rookery/contracts/daemon/backup-request.ts'
import type { BackedUpFile, Backup, serverBackupStorage } from '@rookery/contracts/http/backups.ts'
import type * as z from 'zod'
import { timeOf } from '../../platform/times.ts'
import type { AssignedStorage, UsedStorage } from '../backup-storages/storage-rules.ts'
import type { KnownRepository, StoredBackup } from './backups-store.ts'

export function backupAnswer(backup: StoredBackup): Backup {
  const { snapshot: _, taken_at_ms, takenBy, ...rest } = backup
  return { ...rest, taken_at: timeOf(taken_at_ms), taken_by: takenBy }
}

export function storageAnswer(
  { storage, retention, limits }: UsedStorage<AssignedStorage>,
  known: KnownRepository | undefined,
): z.output<typeof serverBackupStorage> {
  return {
    id: storage.id,
    name: storage.name,
    kind: storage.place.kind,
    backups: known?.backups ?? 0,
    stored_bytes: known?.storedBytes ?? null,
    retention,
    limits,
    last_check: trialAnswer(known?.lastCheck),
    last_drill: trialAnswer(known?.lastDrill),
    problem: known?.problem ?? '',
  }
}

function trialAnswer(trial: z.output<typeof backupTrial> | null | undefined) {
  return trial ? { at: timeOf(trial.at_ms), is_good: trial.is_good, message: trial.message } : null
}

export function fileAnswer({ size_bytes, modified_at_ms, ...entry }: BackupEntry): BackedUpFile {
  return { ...entry, size: size_bytes, modified_at: fileTime(modified_at_ms) }
}

/** A game may give its files any time; one that no calendar has is the first of all. */
function fileTime(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? timeOf(0) : date.toISOString()
}
