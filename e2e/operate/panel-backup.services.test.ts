// The panel backs itself up into a storage by itself and tries it out; its machine is lost, and it comes back out of the
// storage and the recovery key: real panel, real restic, each kind of database.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parseRecoveryKey, recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import { panelRepository } from '@rookery/contracts/panel-backup.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missingMariadb } from '../../test-services/mariadb.ts'
import { missingPostgres } from '../../test-services/postgres.ts'
import { proofTest } from '../../test-services/proof-size.ts'
import { missingRestic, restic } from '../../test-services/restic.ts'
import { sharedMariadb, sharedPostgres } from '../../test-services/shared.ts'
import { waitFor } from '../wait-for.ts'
import { PanelHome } from './panel-home.ts'

const run = promisify(execFile)
/** Whole stories with several starts of the panel: a machine that is busy with other things is no failure. */
const limitMs = 900_000
/** Of a backup on a quiet machine, with what comes before and after it. */
const backupTakesMs = 4_000
const secrets = { AUTH_SECRET: 'a secret of thirty-two bytes "!"', ENCRYPTION_KEY: 'the key \\ of this test' }

interface Outcome {
  is_good: boolean
  message: string
}
interface State {
  is_running: boolean
  last_attempt: Outcome | null
  last_drill: Outcome | null
  backups: number
  installation: string
}

let home: PanelHome
let storage: string
let keyFile: string

beforeEach(() => {
  home = new PanelHome()
  storage = join(home.folder, 'storage')
  keyFile = join(home.folder, 'sheet.txt')
  mkdirSync(storage)
})
afterEach(() => home.remove())

const state = async (token: string) =>
  (await home.call('GET', '/api/panel-backup', token)) as unknown as State

/** Chooses the storage, which begins the first backup, and waits until it was taken and tried out. */
async function backUpPanel({ isKilled = false } = {}): Promise<State> {
  let token = await home.signIn()
  const place = { kind: 'folder', path: storage }
  const created = await home.call('POST', '/api/backup-storages', token, { name: 'Cellar', place })
  writeFileSync(keyFile, `Recovery key of Cellar\n\n${String(created.recovery_key)}\n`)
  await home.call('POST', '/api/nodes', token, { name: 'before the backup' })
  await home.call('PUT', '/api/panel-backup', token, { storage_id: created.id, hour: 3 })
  if (isKilled) {
    await waitFor('the backup is at work', () => helpersOf(home.dataDir) > 0)
    await home.halt('SIGKILL')
    await waitFor('the program that worked for the panel has ended', () => helpersOf(home.dataDir) === 0)
    await home.start()
    token = await home.signIn()
    // It would begin by itself within seconds, and may have.
    await home.call('POST', '/api/panel-backup/run', token).catch(() => {})
  }
  let last = await state(token)
  const until = (what: string, isSo: (found: State) => boolean) =>
    waitFor(what, async () => {
      last = await state(token)
      return last.last_attempt?.is_good === false || isSo(last)
    })
  await until('the panel is backed up', ({ last_attempt }) => last_attempt !== null)
  await until('the backup is tried out', ({ last_drill, is_running }) => last_drill !== null && !is_running)
  return last
}

const nodeNames = async () => {
  const list = (await home.call('GET', '/api/nodes', await home.signIn())) as unknown as { name: string }[]
  return list.map(({ name }) => name)
}
const restoreArguments = () => ['panel', 'restore', '--storage', storage, '--key-file', keyFile]
/** Programs that work for the panel of a data folder. */
const helpersOf = (folder: string) =>
  readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && isHelper(`/proc/${pid}/cmdline`, folder)).length
const isHelper = (file: string, folder: string) => {
  try {
    const command = readFileSync(file, 'utf8')
    return command.includes('--recovery-command') && command.includes(folder)
  } catch {
    return false
  }
}
const leftovers = () => readdirSync(home.dataDir).filter(name => /panel-backup|restoring/.test(name))

test.skipIf(missingRestic() !== null)(
  'a panel that is killed in its backup takes it again; lost, it comes back from a storage and the recovery key',
  async () => {
    home.variables = { BACKUP_RESTIC_PATH: await restic() }
    await home.start()
    const first = await backUpPanel({ isKilled: true })
    expect(first).toMatchObject({
      ...{ last_attempt: { is_good: true, message: '' }, last_drill: { is_good: true, message: '' } },
    })
    expect(leftovers()).toEqual([])
    const token = await home.signIn()
    await home.call('POST', '/api/nodes', token, { name: 'after the backup' })
    const settings = readFileSync(join(home.dataDir, 'config.env'), 'utf8')
    expect(settings).toContain('ENCRYPTION_KEY')
    await home.halt()
    rmSync(home.dataDir, { recursive: true })
    const wrong = await home.rookery(
      'panel',
      'restore',
      '--storage',
      join(home.folder, 'data'),
      '--key-file',
      keyFile,
    )
    expect(wrong).toMatchObject({ status: 1 })
    expect(existsSync(home.dataDir)).toBe(false)
    expect(await home.rookery(...restoreArguments())).toMatchObject({ status: 0 })
    expect(readFileSync(join(home.dataDir, 'config.env'), 'utf8')).toBe(settings)
    expect(leftovers()).toEqual([])
    await home.start()
    expect(await nodeNames()).toEqual(['before the backup'])
    // The secrets of the storage open again, and the next backup goes to the same place; it begins by itself, because the
    // restored panel does not know yet that there was one.
    const again = await home.signIn()
    await waitFor('there is one more', async () => {
      const { last_attempt, backups } = await state(again)
      if (last_attempt?.is_good === false) throw new Error(last_attempt.message)
      return backups === first.backups + 1
    })
  },
  limitMs,
)

test.skipIf(missingRestic() !== null)(
  'secrets that came from the environment come back as settings; without restic the panel says what is missing',
  async () => {
    home.variables = { ...secrets, BACKUP_RESTIC_PATH: '/nowhere/restic' }
    await home.start()
    const failed = await backUpPanel()
    expect(failed.last_attempt?.message).toMatch(/needs restic 0\.18\.0 or newer/)
    expect(readdirSync(storage)).toEqual([])
    await home.halt()
    home.variables = { ...secrets, BACKUP_RESTIC_PATH: await restic() }
    await home.start()
    const token = await home.signIn()
    expect(existsSync(join(home.dataDir, 'config.env'))).toBe(false)
    await home.call('POST', '/api/panel-backup/run', token)
    await waitFor('it is backed up', async () => (await state(token)).last_attempt?.is_good === true)
    await home.halt()
    rmSync(home.dataDir, { recursive: true })
    home.variables = { BACKUP_RESTIC_PATH: await restic() }
    expect(await home.rookery(...restoreArguments())).toMatchObject({ status: 0 })
    await home.start()
    expect(await nodeNames()).toEqual(['before the backup'])
  },
  limitMs,
)

proofTest.skipIf(missingRestic() !== null)(
  'kill -9 of the panel, wherever its backup is: the next one works, and all that is listed is whole',
  async ({ task }) => {
    const kills = 20
    const program = await restic()
    home.variables = { BACKUP_RESTIC_PATH: program }
    await home.start()
    const { installation } = await backUpPanel()
    for (let kill = 0; kill < kills; kill += 1) {
      await home.call('POST', '/api/panel-backup/run', await home.signIn())
      await setTimeout(((kill + 0.5) * backupTakesMs) / kills)
      await home.halt('SIGKILL')
      await waitFor('the program that worked for the panel has ended', () => helpersOf(home.dataDir) === 0)
      await home.start()
    }
    const token = await home.signIn()
    await home.call('POST', '/api/panel-backup/run', token)
    await waitFor('it is backed up again', async () => {
      const { is_running, last_attempt } = await state(token)
      if (last_attempt?.is_good === false) throw new Error(last_attempt.message)
      return !is_running
    })
    await home.halt()
    expect(leftovers()).toEqual([])
    const key = parseRecoveryKey(readFileSync(keyFile, 'utf8').split('\n')[2] ?? '')
    const name = panelRepository(installation)
    const env = { ...process.env, RESTIC_PASSWORD: recoveryPassword(key ?? Buffer.alloc(0), name) }
    const { stdout } = await run(program, ['-r', join(storage, name), 'snapshots', '--json', '--no-cache'], {
      env,
    })
    const ids = (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(2)
    Object.assign(task.meta, { figures: `${kills} kills, ${ids.length} backups, each of them restored` })
    for (const id of ids) {
      home.dataDir = join(home.folder, `restored-${id}`)
      expect(await home.rookery(...restoreArguments(), '--backup', id)).toMatchObject({ status: 0 })
    }
    await home.start()
    expect(await nodeNames()).toEqual(['before the backup'])
  },
  limitMs,
)

const databases = [
  { driver: 'postgres', missing: missingPostgres(), shared: sharedPostgres },
  { driver: 'mysql', missing: missingMariadb(), shared: sharedMariadb },
]

for (const { driver, missing, shared } of databases) {
  const reason = missingRestic() ?? missing
  if (reason !== null) console.log(`skipped: ${reason}`)
  test.skipIf(reason !== null)(
    `a panel with its database in ${driver} comes back: the dump is loaded into an empty database`,
    async () => {
      const server = await shared()
      const [first, second] = [await server.createDatabase(), await server.createDatabase()]
      const variables = { DATABASE_DRIVER: driver, BACKUP_RESTIC_PATH: await restic() }
      home.variables = { ...variables, DATABASE_URL: first }
      await home.start()
      expect(await backUpPanel()).toMatchObject({
        ...{ last_attempt: { is_good: true, message: '' }, last_drill: { is_good: true, message: '' } },
      })
      await home.halt()
      rmSync(home.dataDir, { recursive: true })
      // The machine is lost, and its database is not: nothing of it is touched without a word.
      expect(await home.rookery(...restoreArguments())).toMatchObject({
        ...{ status: 1, output: expect.stringMatching(/is not empty: .*--force.*--keep-database/) },
      })
      expect(existsSync(home.dataDir)).toBe(false)
      home.variables = { ...variables, DATABASE_URL: second }
      expect(await home.rookery(...restoreArguments())).toMatchObject({
        ...{ status: 0, output: expect.stringContaining('is as it was in the backup') },
      })
      expect(leftovers()).toEqual([])
      await home.start()
      expect(await nodeNames()).toEqual(['before the backup'])
    },
    limitMs,
  )
}

proofTest.skipIf(missingRestic() ?? missingPostgres())(
  'a database that is there is kept as a dump and replaced, or left as it is',
  async () => {
    const url = await (await sharedPostgres()).createDatabase()
    home.variables = { DATABASE_DRIVER: 'postgres', DATABASE_URL: url, BACKUP_RESTIC_PATH: await restic() }
    await home.start()
    await backUpPanel()
    await home.call('POST', '/api/nodes', await home.signIn(), { name: 'after the backup' })
    await home.halt()
    const left = await home.rookery(...restoreArguments(), '--force', '--keep-database')
    expect(left).toMatchObject({ status: 0, output: expect.stringContaining('pg_restore --clean') })
    await home.start()
    expect(await nodeNames()).toEqual(['after the backup', 'before the backup'])
    await home.halt()
    expect(await home.rookery(...restoreArguments(), '--force')).toMatchObject({ status: 0 })
    const kept = readdirSync(home.dataDir).filter(name => name.startsWith('before-restore-'))
    expect(kept.flatMap(name => readdirSync(join(home.dataDir, name)))).toContain('panel.dump')
    await home.start()
    expect(await nodeNames()).toEqual(['before the backup'])
  },
  limitMs,
)
