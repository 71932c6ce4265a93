// The panel backs itself up into a storage by itself and tries it out; its machine is lost, and it comes back out of the
// storage and the recovery key: real panel, real restic, each kind of database.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parseRecoveryKey, recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import { panelRepository } from '@rookery/contracts/panel-backup.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missingMariadb } from '../../test-services/mariadb.ts'
import { missingPostgres } from '../../test-services/postgres.ts'
import { prepareRepository } from '../../test-services/prepared-repository.ts'
import { proofSize, proofTest } from '../../test-services/proof-size.ts'
import { missingRestic, restic } from '../../test-services/restic.ts'
import { sharedMariadb, sharedPostgres } from '../../test-services/shared.ts'
import { waitFor } from '../wait-for.ts'
import { PanelHome } from './panel-home.ts'

const run = promisify(execFile)
/** Whole stories with several starts of the panel: a machine that is busy with other things is no failure. */
const limitMs = 900_000
/** Of a backup on a quiet machine, with what comes before and after it. */
const backupTakesMs = 4_000
/** The contract of restic creates repositories; here one is there already, unless this is a proof. */
const prepare = proofSize({ short: prepareRepository, proof: () => {} })
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

const triedOut = { last_attempt: { is_good: true, message: '' }, last_drill: { is_good: true, message: '' } }

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

/** Its first backup is due then. */
async function chooseStorage(): Promise<void> {
  const token = await home.signIn()
  const place = { kind: 'folder', path: storage }
  const { id, recovery_key } = await home.call('POST', '/api/backup-storages', token, {
    name: 'Cellar',
    place,
  })
  writeFileSync(keyFile, `Recovery key of Cellar\n\n${String(recovery_key)}\n`)
  await home.call('POST', '/api/nodes', token, { name: 'before the backup' })
  const { repository, password } = repositoryOf((await state(token)).installation)
  prepare(repository, [password])
  await home.call('PUT', '/api/panel-backup', token, { storage_id: id, hour: 3 })
}

function repositoryOf(installation: string): { repository: string; password: string } {
  const name = panelRepository(installation)
  const key = parseRecoveryKey(readFileSync(keyFile, 'utf8').split('\n')[2] ?? '') ?? Buffer.alloc(0)
  return { repository: join(storage, name), password: recoveryPassword(key, name) }
}

/** It would begin by itself within seconds, and may have. */
const beginBackup = (token: string) => home.call('POST', '/api/panel-backup/run', token).catch(() => {})

/** Until it has failed, or was taken and tried out. */
async function backUpPanel(): Promise<State> {
  const token = await home.signIn()
  await beginBackup(token)
  await expect.poll(() => state(token), { timeout: limitMs / 2 }).toMatchObject({ is_running: false })
  return state(token)
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
    await chooseStorage()
    await beginBackup(await home.signIn())
    await waitFor('the backup is at work', () => helpersOf(home.dataDir) > 0)
    await home.halt('SIGKILL')
    await waitFor('the program that worked for the panel has ended', () => helpersOf(home.dataDir) === 0)
    await home.start()
    const first = await backUpPanel()
    expect(first).toMatchObject(triedOut)
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
    // The secrets of the storage open again, and the next backup goes to the same place.
    const again = await home.signIn()
    await beginBackup(again)
    const taken = async () => (await state(again)).backups
    await expect.poll(taken, { timeout: limitMs / 2 }).toBeGreaterThan(first.backups)
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
    await chooseStorage()
    const { installation } = await backUpPanel()
    for (let kill = 0; kill < kills; kill += 1) {
      await home.call('POST', '/api/panel-backup/run', await home.signIn())
      await setTimeout(((kill + 0.5) * backupTakesMs) / kills)
      await home.halt('SIGKILL')
      await waitFor('the program that worked for the panel has ended', () => helpersOf(home.dataDir) === 0)
      await home.start()
    }
    expect(await backUpPanel()).toMatchObject({ last_attempt: { is_good: true, message: '' } })
    await home.halt()
    expect(leftovers()).toEqual([])
    const { repository, password } = repositoryOf(installation)
    const env = { ...process.env, RESTIC_PASSWORD: password }
    const { stdout } = await run(program, ['-r', repository, 'snapshots', '--json', '--no-cache'], { env })
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
  { driver: 'mysql', missing: missingMariadb(), shared: sharedMariadb },
  { driver: 'postgres', missing: missingPostgres(), shared: sharedPostgres },
]
for (const { missing } of databases) if (missing !== null) console.log(`skipped: ${missing}`)
const present = databases.filter(({ missing }) => missing === null)

// One before a change lands: the suites of the databases load dumps of each.
for (const { driver, shared } of proofSize({ short: present.slice(0, 1), proof: present })) {
  test.skipIf(missingRestic() !== null)(
    `a panel with its database in ${driver} and its secrets in the environment comes back: the dump is loaded into an empty database`,
    async () => {
      const server = await shared()
      const [first, second] = [await server.createMigratedDatabase(), await server.createDatabase()]
      const program = join(home.folder, 'restic')
      const variables = { DATABASE_DRIVER: driver, BACKUP_RESTIC_PATH: program }
      home.variables = { ...variables, ...secrets, DATABASE_URL: first }
      await home.start()
      await chooseStorage()
      const { last_attempt } = await backUpPanel()
      expect(last_attempt?.message).toMatch(/needs restic 0\.18\.0 or newer/)
      symlinkSync(await restic(), program)
      expect(await backUpPanel()).toMatchObject(triedOut)
      expect(existsSync(join(home.dataDir, 'config.env'))).toBe(false)
      await home.halt()
      rmSync(home.dataDir, { recursive: true })
      // The machine is lost, and its database is not: nothing of it is touched without a word.
      home.variables = { ...variables, DATABASE_URL: first }
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
    await chooseStorage()
    expect(await backUpPanel()).toMatchObject(triedOut)
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
