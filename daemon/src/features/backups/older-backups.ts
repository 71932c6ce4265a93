// One repository for what two engines have stored in the same place: archives from before restic was there stay in sight.

import {
  BackupError,
  type BackupRepository,
  type StoredBackup,
} from '../../platform/backups/backup-engine.ts'

/** Everything new goes to the first; what only the older one holds is read, restored and deleted there. */
export function withOlderBackups(first: BackupRepository, older: BackupRepository): BackupRepository {
  const read =
    <Args extends unknown[], Result>(
      from: (repository: BackupRepository, ...args: Args) => Promise<Result>,
    ) =>
    (...args: Args): Promise<Result> =>
      from(first, ...args).catch((error: unknown) => {
        if (!isMissing(error)) throw error
        return from(older, ...args)
      })
  return {
    create: signal => first.create(signal),
    addPassword: (password, signal) => first.addPassword(password, signal),
    take: request => first.take(request),
    async list(signal) {
      const [recent, former] = await Promise.all([listOf(first, signal), listOf(older, signal)])
      return [...former, ...recent].toSorted((a, b) => a.takenAtMs - b.takenAtMs)
    },
    browse: read((repository, ...args) => repository.browse(...args)),
    search: read((repository, ...args) => repository.search(...args)),
    readFile: read((repository, ...args) => repository.readFile(...args)),
    readFolderAsZip: read((repository, ...args) => repository.readFolderAsZip(...args)),
    compare: read((repository, ...args) => repository.compare(...args)),
    restore: read((repository, ...args) => repository.restore(...args)),
    async forget(ids, signal) {
      const former = new Set((await listOf(older, signal)).map(({ id }) => id))
      const [ownIds, olderIds] = [ids.filter(id => !former.has(id)), ids.filter(id => former.has(id))]
      if (ownIds.length > 0) await first.forget(ownIds, signal)
      if (olderIds.length > 0) await older.forget(olderIds, signal)
    },
    prune: signal => first.prune(signal),
    verify: (part, signal) => first.verify(part, signal),
    sizeBytes: signal => first.sizeBytes(signal),
    async remove(signal) {
      await older.remove(signal)
      await first.remove(signal)
    },
  }
}

/** A repository that is not there has none. */
function listOf(repository: BackupRepository, signal: AbortSignal | undefined): Promise<StoredBackup[]> {
  return repository.list(signal).catch((error: unknown) => {
    if (!isMissing(error)) throw error
    return []
  })
}

function isMissing(error: unknown): boolean {
  return error instanceof BackupError && error.code === 'not_found'
}
