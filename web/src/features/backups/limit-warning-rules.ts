// When a storage is about to have no room left for the backups of a server.

import type { BackupLimits } from '@rookery/contracts/backups.ts'

interface StoredSoFar {
  backups: number
  stored_bytes: number | null
  limits: BackupLimits
}

export type LimitWarning =
  | { of: 'bytes'; used: number; limit: number; isReached: boolean }
  | { of: 'count'; used: number; limit: number; isReached: boolean }

const warnedFrom = 0.8

/** Null: there is room. Bytes first: without room there a backup fails, while by number the oldest make room. */
export function limitWarning({ backups, stored_bytes, limits }: StoredSoFar): LimitWarning | null {
  const bytes = stored_bytes ?? 0
  if (limits.bytes !== null && bytes >= limits.bytes * warnedFrom) {
    return { of: 'bytes', used: bytes, limit: limits.bytes, isReached: bytes >= limits.bytes }
  }
  if (limits.count !== null && backups >= limits.count * warnedFrom) {
    return { of: 'count', used: backups, limit: limits.count, isReached: backups >= limits.count }
  }
  return null
}
