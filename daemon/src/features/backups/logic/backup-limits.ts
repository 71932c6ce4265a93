// What a storage keeps of a game server: which backups it no longer wants, and whether one more fits.

import type { NodeBackup, RepositoryReport } from '@rookery/contracts/backups.ts'
import type { DefinedStorage } from '@rookery/contracts/daemon/backup-request.ts'
import { decideRetention } from '../../../platform/backups/retention-rules.ts'

/** By its retention and limits, without what is locked; their snapshots, the oldest first. */
export function expiredBackups(
  backups: readonly NodeBackup[],
  { retention, limits, locked }: Pick<DefinedStorage, 'retention' | 'limits' | 'locked'>,
  now: { ms: number; timeZone: string },
): string[] {
  const all = backups.map(({ snapshot, taken_at_ms, kind, bytes_added }) => ({
    id: snapshot,
    takenAtMs: taken_at_ms,
    isLocked: locked.includes(snapshot),
    isSafety: kind === 'safety',
    bytesAdded: bytes_added,
  }))
  const policy = { ...retention, timeZone: now.timeZone }
  return decideRetention(all, policy, limits, now.ms).forget.map(({ id }) => id)
}

/**
 * Null: it does. The oldest make room for a new one once that is taken, so only locked ones count; what was taken by
 * itself before something risky has an expiry of its own.
 */
export function limitProblem(
  { name, limits, locked }: Pick<DefinedStorage, 'name' | 'limits' | 'locked'>,
  report: Pick<RepositoryReport, 'backups' | 'stored_bytes'> | null,
): string | null {
  const stays = report?.backups.filter(({ snapshot }) => locked.includes(snapshot)).length ?? 0
  if (limits.count !== null && stays >= limits.count) {
    return `${name} takes ${limits.count} backups of this game server, and so many are locked: unlock one, or raise the limit`
  }
  const bytes = report?.stored_bytes ?? 0
  if (limits.bytes !== null && bytes >= limits.bytes) {
    return `backups of this game server take ${bytes} bytes in ${name}, and ${limits.bytes} are allowed: delete some, or raise the limit`
  }
  return null
}
