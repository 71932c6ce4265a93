// The panel's own backup, taken for it into one of its storages: encrypted, with retention, and read again.

import { recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import { panelRepository } from '@rookery/contracts/panel-backup.ts'
import type { RecoveryAnswer, RecoveryCommand } from '@rookery/contracts/recovery-command.ts'
import {
  type BackupEngine,
  type BackupEngineName,
  BackupError,
  type BackupRepository,
  type BackupStorage,
} from '../../platform/backups/backup-engine.ts'
import { decideRetention } from '../../platform/backups/retention-rules.ts'

type TakeCommand = Extract<RecoveryCommand, { command: 'keep-panel' }>

interface TakingDeps {
  storage: BackupStorage
  key: Buffer
  engines: Record<BackupEngineName, BackupEngine>
  signal: AbortSignal
}

const verifiedPart = { n: 1, of: 1 }
const noLimits = { count: null, bytes: null }

/** Only restic: it holds every secret of the installation, and archives are not encrypted. */
export async function takePanelBackup(command: TakeCommand, deps: TakingDeps): Promise<RecoveryAnswer> {
  const { storage, key, engines, signal } = deps
  const { installation, files, retention } = command
  // Before anything is made in the storage.
  await engines.restic.version()
  const name = panelRepository(installation)
  const repository = engines.restic.repository({ storage, name, password: recoveryPassword(key, name) })
  await repository.create(signal)
  const taken = await repository.take({
    ...{ sources: { files }, tags: { kind: 'scheduled' }, priority: 'low', signal },
    manifest: JSON.stringify({ version: 1, panel: installation, name: command.name }),
  })
  if (taken.warningCount > 0) {
    // Something was not to be read, and a part of a panel is none.
    await repository.forget([taken.id], signal)
    throw new BackupError(
      'unknown',
      'Parts of the backup could not be read, so it was not kept. It is tried again.',
      {
        details: taken.warnings
          .slice(0, 3)
          .map(({ path, reason }) => `${path}: ${reason}`)
          .join(' '),
      },
    )
  }
  const backups = await applyRetention(repository, retention, signal)
  if (command.with_upkeep) await pruneAndVerify(repository, signal)
  const { id, files: count, bytes, bytesAdded: bytes_added } = taken
  return { answer: 'kept', id, files: count, bytes, bytes_added, backups }
}

async function applyRetention(
  repository: BackupRepository,
  retention: TakeCommand['retention'],
  signal: AbortSignal,
): Promise<number> {
  const stored = await repository.list(signal)
  const all = stored.map(one => ({ ...one, isLocked: false, isSafety: false }))
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const { forget } = decideRetention(all, { ...retention, timeZone }, noLimits, Date.now())
  const ids = forget.map(({ id }) => id)
  await repository.forget(ids, signal)
  return stored.length - ids.length
}

async function pruneAndVerify(repository: BackupRepository, signal: AbortSignal): Promise<void> {
  await repository.prune(signal)
  const { isSound, problems } = await repository.verify(verifiedPart, signal)
  if (isSound) return
  throw new BackupError(
    'damaged',
    "The backup of the panel was taken, but what is stored there is damaged. Check the storage; delete the panel's folder in it to begin anew.",
    { details: problems.slice(0, 3).join(' ') },
  )
}
