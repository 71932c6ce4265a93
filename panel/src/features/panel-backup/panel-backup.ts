// The panel's own backup: taken every day into one of its storages, tried out every week. Decision 47.

import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BodyOf } from '@rookery/contracts/http/endpoint.ts'
import type { changePanelBackup, PanelBackup } from '@rookery/contracts/http/panel-backup.ts'
import type { Kysely } from 'kysely'
import type { Cache } from '../../platform/cache/cache.ts'
import type { Changes } from '../../platform/changes.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Log } from '../../platform/log.ts'
import { invalidField, PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Audit } from '../audit/audit.ts'
import type { BackupStorages } from '../backup-storages/backup-storages.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { askBackupProgram, type BackupProgram } from './backup-program-client.ts'
import { checkRestoredPanel } from './check-restored-panel.ts'
import { type CollectedPanel, collectPanel } from './collect-panel.ts'
import {
  type FoundTrouble,
  isBackupDue,
  isDrillDue,
  type Outcome,
  type PanelBackupChoice,
  type PanelBackupState,
  panelBackupState,
  troubleOf,
} from './panel-backup-rules.ts'
import { createPanelBackupStore } from './panel-backup-store.ts'
import { panelBackupRoutes } from './routes.ts'

interface PanelBackupDeps {
  db: Kysely<Schema>
  cache: Pick<Cache, 'namespace'>
  audit: Audit
  changes: Pick<Changes, 'announce'>
  peopleActivity: Pick<PeopleActivity, 'writeAlone'>
  backupStorages: Pick<BackupStorages, 'accessOf'>
  panel: CollectedPanel
  program: BackupProgram
  dataDir: string
  /** How people know this panel. */
  publicUrl: string
  /** Of this installation. */
  readInstallationId: () => Promise<string>
  log: Pick<Log, 'info' | 'warn'>
  now: () => number
}

/** Of several instances of the panel one works; when it dies, another may after this long. */
const claimMs = 5 * 60_000
const claimKey = 'running'
/** One instance reports a trouble. */
const reportingKey = 'reporting'
const reportingMs = 60_000
const messageLimit = 1_000
/** Of the folders in the data folder that a backup and its trial need for a while. */
const folderPrefix = 'panel-backup-'

export type PanelBackups = ReturnType<typeof createPanelBackups>

export function openPanelBackup(deps: PanelBackupDeps) {
  const panelBackups = createPanelBackups(deps)
  return { ...panelBackups, routes: panelBackupRoutes(panelBackups, deps.audit) }
}

function createPanelBackups(deps: PanelBackupDeps) {
  const { log, now } = deps
  const store = createPanelBackupStore(deps.db)
  const claims = deps.cache.namespace('panel-backup')
  const closing = new AbortController()
  let running: Promise<void> = Promise.resolve()

  async function describe(): Promise<PanelBackup> {
    const { choice, state, isRunning, trouble } = await readAll()
    return {
      ...choice,
      is_running: isRunning,
      last_attempt: outcomeOf(state.last_attempt),
      last_good_at: state.last_good_at_ms === null ? null : timeOf(state.last_good_at_ms),
      last_drill: outcomeOf(state.last_drill),
      trouble: trouble && {
        ...{ kind: trouble.kind, since: timeOf(trouble.sinceMs), message: trouble.message },
      },
      bytes: state.bytes,
      bytes_added: state.bytes_added,
      backups: state.backups,
      installation: await deps.readInstallationId(),
    }
  }

  async function readAll() {
    const [choice, state, reported] = [
      await store.readChoice(),
      await store.readState(),
      await store.readReported(),
    ]
    const isRunning = (await claims.get(claimKey)) !== null
    const trouble = troubleOf(choice, state, { isRunning, reported, nowMs: now() })
    return { choice, state, reported, isRunning, trouble }
  }

  /** Once when it begins and once when it is over, however many instances look. */
  async function reportTrouble(): Promise<void> {
    const isNews = ({ trouble, reported }: Awaited<ReturnType<typeof readAll>>) =>
      (trouble?.kind ?? null) !== reported.kind
    if (!isNews(await readAll()) || !(await claims.setIfAbsent(reportingKey, 'yes', reportingMs))) return
    try {
      const found = await readAll()
      if (isNews(found)) await report(found.trouble)
    } finally {
      await claims.delete(reportingKey).catch(() => {})
    }
  }

  async function report(trouble: FoundTrouble | null): Promise<void> {
    const { kind = null, sinceMs = 0, message = '' } = trouble ?? {}
    await store.writeReported({ kind, since_ms: sinceMs }, now())
    deps.changes.announce({ kind: 'panel-backup-trouble', trouble: kind, message })
    if (kind === null) return
    const byNobody = { userId: null, login: null, via: 'panel' } as const
    const details = message === '' ? {} : { reason: message }
    await deps.peopleActivity.writeAlone(byNobody, { event: `panel_backup_${kind}`, details })
  }

  /** False: another instance is at it. */
  async function claimed(work: () => Promise<void>): Promise<boolean> {
    if (!(await claims.setIfAbsent(claimKey, 'yes', claimMs))) return false
    const renewing = setInterval(() => {
      claims
        .set(claimKey, 'yes', claimMs)
        .catch(error => log.warn({ err: error }, 'the claim is not renewed'))
    }, claimMs / 5).unref()
    const workAndLetGo = async () => {
      try {
        await work()
      } catch (error) {
        log.warn({ err: error }, 'what came of the backup of the panel was not stored')
      } finally {
        clearInterval(renewing)
        // Where the cache is away the claim runs out by itself.
        await claims.delete(claimKey).catch(() => {})
      }
    }
    running = workAndLetGo()
    return true
  }

  async function backUp(choice: PanelBackupChoice): Promise<void> {
    const before = await store.readState()
    const withDrill = isDrillDue(before, now())
    let state: PanelBackupState
    try {
      state = {
        ...before,
        ...(await keep(choice, withDrill)),
        last_good_at_ms: now(),
        last_attempt: good(now()),
      }
    } catch (error) {
      if (closing.signal.aborted) return
      log.warn({ err: error }, 'the panel was not backed up')
      state = { ...before, last_attempt: bad(now(), error) }
    }
    await writeResult(choice, state)
    if (!state.last_attempt?.is_good) return
    log.info({ bytes: state.bytes, bytes_added: state.bytes_added }, 'the panel was backed up')
    const last_drill = withDrill ? await drill(choice) : null
    if (last_drill && !closing.signal.aborted) await writeResult(choice, { ...state, last_drill })
  }

  /** Unless another storage was chosen meanwhile, of which it says nothing. */
  async function writeResult({ storage_id }: PanelBackupChoice, state: PanelBackupState): Promise<void> {
    if ((await store.readChoice()).storage_id !== storage_id) return
    await store.writeState(state, now())
    await reportTrouble()
  }

  async function accessOf({ storage_id }: PanelBackupChoice) {
    const { place, secret, recoveryKey } = await deps.backupStorages.accessOf(storage_id ?? 0)
    return { place, secret, recovery_key: recoveryKey }
  }

  async function keep(choice: PanelBackupChoice, withUpkeep: boolean) {
    const access = await accessOf(choice)
    await removeLeftFolders()
    // A name of its own: what a killed panel has begun must never read what this one writes.
    const files = join(deps.dataDir, `${folderPrefix}${randomUUID()}`)
    try {
      await collectPanel(deps.panel, deps.db, files, new Date(now()).toISOString())
      const installation = await deps.readInstallationId()
      const result = await askBackupProgram(
        deps.program,
        {
          ...{ command: 'keep-panel', ...access, installation, name: deps.publicUrl, files },
          ...{ retention: choice.retention, with_upkeep: withUpkeep },
        },
        'kept',
        closing.signal,
      )
      const { bytes, bytes_added, backups } = result
      return { bytes, bytes_added, backups }
    } finally {
      await rm(files, { recursive: true, force: true })
    }
  }

  async function removeLeftFolders(): Promise<void> {
    const left = (await readdir(deps.dataDir)).filter(name => name.startsWith(folderPrefix))
    for (const name of left) await rm(join(deps.dataDir, name), { recursive: true, force: true })
  }

  /** What was stored is worth what comes back out of it. */
  async function drill(choice: PanelBackupChoice): Promise<Outcome> {
    const into = join(deps.dataDir, `${folderPrefix}trial`)
    await rm(into, { recursive: true, force: true })
    try {
      await mkdir(into, { mode: 0o700 })
      const server = await deps.readInstallationId()
      const access = await accessOf(choice)
      await askBackupProgram(
        deps.program,
        { command: 'restore', of: 'panel', ...access, server, backup: null, into },
        'restored',
        closing.signal,
      )
      const remark = await checkRestoredPanel(join(into, 'files'), deps.panel.database, server)
      return good(now(), remark)
    } catch (error) {
      log.warn({ err: error }, "the panel's own backup could not be restored")
      return bad(now(), error)
    } finally {
      await rm(into, { recursive: true, force: true })
    }
  }

  return {
    describe,

    async change(choice: BodyOf<typeof changePanelBackup>): Promise<PanelBackup> {
      const { storage_id } = choice
      if (storage_id !== null) {
        await deps.backupStorages.accessOf(storage_id).catch((error: unknown) => {
          throw error instanceof PanelError && error.code === 'not_found'
            ? invalidField('storage_id', 'there is no such storage')
            : error
        })
      }
      const before = await store.readChoice()
      await store.writeChoice(choice, now())
      if (before.storage_id !== storage_id) {
        // Of another storage nothing is known, and the first backup is due.
        const chosen_at_ms = storage_id === null ? null : now()
        await store.writeState(panelBackupState.parse({ chosen_at_ms }), now())
        // While one into the former storage runs, it begins by itself after it.
        if (storage_id !== null) await claimed(() => backUp(choice))
        await reportTrouble()
      }
      return describe()
    },

    async begin(): Promise<PanelBackup> {
      const choice = await store.readChoice()
      if (choice.storage_id === null) {
        throw new PanelError('conflict', { message: 'choose a storage for the backup of the panel first' })
      }
      if (!(await claimed(() => backUp(choice)))) {
        throw new PanelError('conflict', { message: 'the panel is being backed up already' })
      }
      return describe()
    },

    /** Asked every few seconds. */
    async keepTime(): Promise<void> {
      const choice = await store.readChoice()
      if (isBackupDue(choice, await store.readState(), now())) {
        await claimed(async () => {
          // Another instance may have been quicker.
          if (isBackupDue(choice, await store.readState(), now())) await backUp(choice)
        })
      }
      await reportTrouble()
    },

    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}

const good = (at_ms: number, message = ''): Outcome => ({ at_ms, is_good: true, message })

function bad(at_ms: number, error: unknown): Outcome {
  const message = error instanceof Error ? error.message : String(error)
  return { at_ms, is_good: false, message: message.slice(0, messageLimit) }
}

function outcomeOf(outcome: Outcome | null): PanelBackup['last_attempt'] {
  return outcome && { at: timeOf(outcome.at_ms), is_good: outcome.is_good, message: outcome.message }
}
