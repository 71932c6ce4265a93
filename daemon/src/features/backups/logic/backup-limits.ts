// Whether one more backup fits into what a storage allows a game server.

import type { RepositoryReport } from '@rookery/contracts/backups.ts'
import type { DefinedStorage } from '@rookery/contracts/daemon/backup-request.ts'

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
