// A repository that the panel's password does not open, because the panel was restored from an older backup or has adopted
// the server: the recovery password of the storage lets the node in, and the panel's own is added to it.

import { BackupError, type BackupRepository } from '../../platform/backups/backup-engine.ts'

/** `recovery`: the same repository, opened with the recovery password. `password`: the one that does not open it yet. */
export function withRecoveryPassword(
  own: BackupRepository,
  recovery: Pick<BackupRepository, 'addPassword'>,
  password: string,
): BackupRepository {
  const letIn =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await work(...args)
      } catch (error) {
        if (!isWrongPassword(error)) throw error
        await recovery.addPassword(password).catch((second: unknown) => {
          throw isWrongPassword(second) ? error : second
        })
        return work(...args)
      }
    }
  return {
    create: letIn(signal => own.create(signal)),
    addPassword: letIn((...args) => own.addPassword(...args)),
    take: letIn(request => own.take(request)),
    list: letIn(signal => own.list(signal)),
    browse: letIn((...args) => own.browse(...args)),
    search: letIn((...args) => own.search(...args)),
    readFile: letIn((...args) => own.readFile(...args)),
    readFolderAsZip: letIn((...args) => own.readFolderAsZip(...args)),
    compare: letIn((...args) => own.compare(...args)),
    restore: letIn(request => own.restore(request)),
    forget: letIn((...args) => own.forget(...args)),
    prune: letIn(signal => own.prune(signal)),
    verify: letIn((...args) => own.verify(...args)),
    sizeBytes: letIn(signal => own.sizeBytes(signal)),
    remove: signal => own.remove(signal),
  }
}

const isWrongPassword = (error: unknown) => error instanceof BackupError && error.code === 'wrong_password'
