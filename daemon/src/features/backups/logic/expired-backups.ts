// Which backups a storage no longer wants of a game server: by its retention and limits, without what is locked.

import type { NodeBackup } from '@rookery/contracts/backups.ts'
import type { DefinedStorage } from '@rookery/contracts/daemon/backup-request.ts'
import { decideRetention } from '../../../platform/backups/retention-rules.ts'

/** Their snapshots, the oldest first. */
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
