// The panel saved while it runs and brought back: real panel, real files, and every reason to refuse.

import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { proofSize, proofTest } from '../../test-services/proof-size.ts'
import { PanelHome } from './panel-home.ts'

let home: PanelHome
let file: string
/** A stopped installation and a backup of it, for tests that need no running panel. */
const stopped = new PanelHome()
const stoppedBackup = join(stopped.folder, 'saved.zip')
let isStopped: Promise<void> | null = null
function prepareStopped(): Promise<void> {
  isStopped ??= (async () => {
    await stopped.start()
    await stopped.rookery('backup', stoppedBackup)
    await stopped.halt()
  })()
  return isStopped
}
afterAll(() => stopped.remove())
beforeEach(() => {
  home = new PanelHome()
  file = join(home.folder, 'saved.zip')
})
afterEach(() => home.remove())

async function copyStopped(): Promise<void> {
  await prepareStopped()
  cpSync(stopped.dataDir, home.dataDir, { recursive: true, preserveTimestamps: true })
  copyFileSync(stoppedBackup, file)
}

async function addNode(name: string): Promise<void> {
  await home.call('POST', '/api/nodes', await home.signIn(), { name })
}

async function nodeNames(): Promise<string[]> {
  const list = (await home.call('GET', '/api/nodes', await home.signIn())) as unknown as { name: string }[]
  return list.map(({ name }) => name)
}

const leftovers = (folder: string) => readdirSync(folder).filter(name => /making|restoring|\.new$/.test(name))

proofTest(
  'a running panel is saved, restored elsewhere, and has its data, settings and secrets',
  async () => {
    await home.start()
    await addNode('first')
    const saved = await home.rookery('panel', 'backup', file)
    expect(saved).toMatchObject({ status: 0, output: expect.stringContaining('panel.sqlite') })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await addNode('after the backup')
    await home.halt()
    const settings = readFileSync(join(home.dataDir, 'config.env'), 'utf8')
    home.dataDir = join(home.folder, 'elsewhere')
    expect(await home.rookery('panel', 'restore', file)).toMatchObject({ status: 0 })
    expect(readFileSync(join(home.dataDir, 'config.env'), 'utf8')).toBe(settings)
    for (const name of ['config.env', 'panel.sqlite']) {
      expect(statSync(join(home.dataDir, name)).mode & 0o777, name).toBe(0o600)
    }
    await home.start()
    expect(await nodeNames()).toEqual(['first'])
    expect([...leftovers(home.folder), ...leftovers(home.dataDir)]).toEqual([])
  },
)

test('a restore never replaces what runs, and what is there only with --force, kept beside', async () => {
  await home.start()
  await addNode('old')
  expect(await home.rookery('backup', file)).toMatchObject({ status: 0 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await addNode('new')
  // The panel is noticed by its port, and by its hold on the database where the port is another.
  const ways: Record<string, string>[] = [{}, { HTTP_PORT: '1' }]
  for (const variables of proofSize({ short: ways.slice(1), proof: ways })) {
    home.variables = variables
    expect(await home.rookery('restore', '--force', file)).toMatchObject({
      status: 1,
      output: expect.stringContaining('still runs'),
    })
  }
  home.variables = {}
  await home.halt('SIGKILL')
  expect(await home.rookery('restore', file)).toMatchObject({
    status: 1,
    output: expect.stringContaining('--force'),
  })
  const done = await home.rookery('restore', '--force', file)
  expect(done).toMatchObject({ status: 0 })
  const stored = readdirSync(home.dataDir).find(name => name.startsWith('before-restore-')) ?? ''
  expect(done.output).toContain(stored)
  const before = new DatabaseSync(join(home.dataDir, stored, 'panel.sqlite'), { readOnly: true })
  expect(before.prepare('SELECT name FROM nodes ORDER BY id').all()).toEqual([
    { name: 'old' },
    { name: 'new' },
  ])
  before.close()
  await home.start()
  expect(await nodeNames()).toEqual(['old'])
  expect([...leftovers(home.folder), ...leftovers(home.dataDir)]).toEqual([])
})

proofTest('a backup of a newer version is refused, and nothing is made', async () => {
  await copyStopped()
  rmSync(file)
  const database = new DatabaseSync(join(home.dataDir, 'panel.sqlite'))
  database.exec(`INSERT INTO kysely_migration VALUES ('9999-future', '2030-01-01')`)
  database.close()
  expect(await home.rookery('backup', file)).toMatchObject({ status: 0 })
  home.dataDir = join(home.folder, 'elsewhere')
  expect(await home.rookery('restore', file)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/newer version.*9999-future/),
  })
  expect(existsSync(home.dataDir)).toBe(false)
})

proofTest.each(['cut', 'changed', 'something else'])(
  'a file that is %s is refused and nothing is changed',
  async way => {
    await copyStopped()
    const bytes = readFileSync(file)
    if (way === 'cut') writeFileSync(file, bytes.subarray(0, bytes.length / 2))
    if (way === 'changed')
      writeFileSync(file, bytes.fill(0, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 64))
    if (way === 'something else') copyFileSync(join(home.dataDir, 'config.env'), file)
    const before = readFileSync(join(home.dataDir, 'panel.sqlite'))
    expect(await home.rookery('restore', '--force', file)).toMatchObject({
      status: 1,
      output: expect.stringContaining('not a whole backup'),
    })
    expect(readFileSync(join(home.dataDir, 'panel.sqlite')).equals(before)).toBe(true)
    expect(leftovers(home.dataDir)).toEqual([])
  },
)

test('what the system does not let be read is told as that, and not as a broken backup', async () => {
  mkdirSync(file)
  const { status, output } = await home.rookery('restore', file)
  expect([status, output]).toEqual([1, expect.stringMatching(/cannot be read .*\(EISDIR\)/)])
  expect(existsSync(home.dataDir)).toBe(false)
})

proofTest('a backup never overwrites, and leaves nothing where it cannot be made', async () => {
  mkdirSync(home.dataDir)
  writeFileSync(file, 'precious')
  expect(await home.rookery('backup', file)).toMatchObject({ status: 1 })
  home.variables = { AUTH_SECRET: '0123456789abcdef0123456789abcdef' }
  expect(await home.rookery('backup', file)).toMatchObject({
    status: 1,
    output: expect.stringContaining('another name'),
  })
  expect(readFileSync(file, 'utf8')).toBe('precious')
  const other = join(home.folder, 'other.zip')
  expect(await home.rookery('backup', other)).toMatchObject({
    status: 1,
    output: expect.stringContaining('nothing to save'),
  })
  expect(await home.rookery('backup', join(home.folder, 'no', 'x.zip'))).toMatchObject({ status: 1 })
  expect(readdirSync(home.folder).toSorted()).toEqual(['data', 'saved.zip'])
})

proofTest('for PostgreSQL and MariaDB the right tool is named, and the settings can be saved', async () => {
  mkdirSync(home.dataDir)
  const secret = 'AUTH_SECRET=0123456789abcdef0123456789abcdef\n'
  const address = 'DATABASE_URL=postgres://rookery:secret@127.0.0.1/panel\n'
  writeFileSync(join(home.dataDir, 'config.env'), `${secret}DATABASE_DRIVER=postgres\n${address}`, {
    mode: 0o600,
  })
  const refused = await home.rookery('backup', file)
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('pg_dump') })
  expect(refused.output).not.toContain('secret@')
  expect(await home.rookery('backup', '--settings-only', file)).toMatchObject({ status: 0 })
  home.dataDir = join(home.folder, 'elsewhere')
  expect(await home.rookery('restore', file)).toMatchObject({ status: 0 })
  expect(readFileSync(join(home.dataDir, 'config.env'), 'utf8')).toContain(address)
})

proofTest('T-110 a first start without a chosen password leaves it in a private file, once', async () => {
  home.variables = { ADMIN_PASSWORD: '' }
  await home.start()
  const left = join(home.dataDir, 'first-administrator.txt')
  expect(statSync(left).mode & 0o777).toBe(0o600)
  const password = /password\s+(\S+)/.exec(readFileSync(left, 'utf8'))?.[1]
  await home.call('POST', '/api/auth/login', null, { login: 'admin', password })
})
