// The panel backs itself up into a storage by itself and tries it out; its machine is lost, and it comes back out of the
// storage and the recovery key: real panel, real restic, each kind of database.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missingMariadb } from '../../test-services/mariadb.ts'
import { missingPostgres } from '../../test-services/postgres.ts'
import { missingRestic, restic } from '../../test-services/restic.ts'
import { sharedMariadb, sharedPostgres } from '../../test-services/shared.ts'
import { waitFor } from '../wait-for.ts'
import { PanelHome } from './panel-home.ts'

const run = promisify(execFile)
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
async function backUpPanel(): Promise<State> {
  const token = await home.signIn()
  const place = { kind: 'folder', path: storage }
  const created = await home.call('POST', '/api/backup-storages', token, { name: 'Cellar', place })
  writeFileSync(keyFile, `Recovery key of Cellar\n\n${String(created.recovery_key)}\n`)
  await home.call('POST', '/api/nodes', token, { name: 'before the backup' })
  await home.call('PUT', '/api/panel-backup', token, { storage_id: created.id, hour: 3 })
  let last = await state(token)
  await waitFor('the panel is backed up and the backup tried out', async () => {
    last = await state(token)
    return last.last_attempt?.is_good === false || (last.last_drill !== null && !last.is_running)
  })
  return last
}

const nodeNames = async () => {
  const list = (await home.call('GET', '/api/nodes', await home.signIn())) as unknown as { name: string }[]
  return list.map(({ name }) => name)
}
const restoreArguments = () => ['panel', 'restore', '--storage', storage, '--key-file', keyFile]
const leftovers = () => readdirSync(home.dataDir).filter(name => /panel-backup|restoring/.test(name))

test.skipIf(missingRestic() !== null)(
  'a lost panel comes back from a storage and the recovery key, with its settings and secrets',
  async () => {
    home.variables = { BACKUP_RESTIC_PATH: await restic() }
    await home.start()
    expect(await backUpPanel()).toMatchObject({
      ...{
        last_attempt: { is_good: true, message: '' },
        last_drill: { is_good: true, message: '' },
        backups: 1,
      },
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
    await waitFor('there are two', async () => {
      const { last_attempt, backups } = await state(again)
      if (last_attempt?.is_good === false) throw new Error(last_attempt.message)
      return backups === 2
    })
  },
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
)

const databases = [
  {
    ...{ driver: 'postgres', missing: missingPostgres(), shared: sharedPostgres },
    load: (file: string, url: string) =>
      run('pg_restore', ['--clean', '--if-exists', '--no-owner', `--dbname=${url}`, file]),
  },
  {
    ...{ driver: 'mysql', missing: missingMariadb(), shared: sharedMariadb },
    load: (file: string, url: string) => {
      const { hostname, port, username, password, pathname } = new URL(url)
      const address = [`--host=${hostname}`, `--port=${port}`, `--user=${username}`, '--protocol=tcp']
      const env = { ...process.env, MYSQL_PWD: decodeURIComponent(password) }
      return run('sh', ['-c', 'exec mariadb "$@" < "$0"', file, ...address, pathname.slice(1)], { env })
    },
  },
]

for (const { driver, missing, shared, load } of databases) {
  const reason = missingRestic() ?? missing
  if (reason !== null) console.log(`skipped: ${reason}`)
  test.skipIf(reason !== null)(
    `a panel with its database in ${driver} comes back with its dump`,
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
      home.variables = { ...variables, DATABASE_URL: second }
      const restored = await home.rookery(...restoreArguments())
      const dump = join(home.dataDir, driver === 'postgres' ? 'panel.dump' : 'panel.sql')
      expect(restored).toMatchObject({ status: 0, output: expect.stringContaining(dump) })
      await load(dump, second)
      await home.start()
      expect(await nodeNames()).toEqual(['before the backup'])
    },
  )
}
