// Which backups of a storage can make room, and about how much of it.

import type { Backup } from '@rookery/contracts/http/backups.ts'

/** Those that nobody has locked: what frees the most first, of equal ones the oldest. The newest is no way out. */
export function freeable(backups: readonly Backup[], storageId: number): Backup[] {
  const stored = backups
    .filter(({ storage }) => storage.id === storageId)
    .toSorted((one, other) => Date.parse(one.taken_at) - Date.parse(other.taken_at))
  return stored
    .slice(0, -1)
    .filter(({ locked }) => !locked)
    .toSorted((one, other) => other.bytes_added - one.bytes_added)
}

/** What each has added alone: what several share is freed with the last of them. */
export const freedBytes = (backups: readonly Pick<Backup, 'bytes_added'>[]): number =>
  backups.reduce((sum, { bytes_added }) => sum + bytes_added, 0)
