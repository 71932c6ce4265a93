// The panel's own backup in the API, and how a restored one is looked through; the way itself is a story with real restic.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkRestoredPanel } from '../../src/features/panel-backup/check-restored-panel.ts'
import { collectPanel } from '../../src/features/panel-backup/collect-panel.ts'
import { openChannel } from '../access/open-channel.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson } from '../tokens/people.ts'

let panel: TestPanel
let admin: string
let folder: string

beforeAll(async () => {
  panel = await startTestPanel({
    variables: { ENCRYPTION_KEY: 'a key of this test', ACTIVITY_PEOPLE: 'true' },
  })
  admin = await panel.signIn()
})
afterAll(() => panel?.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rookery-panel-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = '/api/panel-backup'
const patient = { timeout: 60_000 }
const send = (method: string, path: string, body?: object) =>
  panel.request(method, path, { sessionToken: admin, ...(body && { body }) })

test('a storage is chosen, an unknown one refused, and without one there is nothing to run', async () => {
  expect((await send('GET', at)).json).toMatchObject({ storage_id: null, hour: 3, last_attempt: null })
  expect(await send('POST', `${at}/run`)).toMatchObject({ status: 409 })
  expect(await send('PUT', at, { storage_id: 99 })).toMatchObject({
    status: 422,
    text: expect.stringContaining('there is no such storage'),
  })
  expect(await send('PUT', at, { storage_id: null, hour: 24 })).toMatchObject({ status: 422 })
  const place = { kind: 'folder', path: folder }
  const { id } = (await send('POST', '/api/backup-storages', { name: 'Cellar', place })).json
  const chosen = await send('PUT', at, { storage_id: id, hour: 4 })
  expect(chosen).toMatchObject({ status: 200, json: { storage_id: id, hour: 4 } })
})

test('what fails is told, and with another storage the old failure is gone', async () => {
  const place = { kind: 'folder', path: folder }
  const { id } = (await send('POST', '/api/backup-storages', { name: 'Attic', place })).json
  await send('PUT', at, { storage_id: id })
  await expect
    .poll(async () => (await send('POST', `${at}/run`)).json, patient)
    .toMatchObject({ is_running: true })
  await expect
    .poll(async () => (await send('GET', at)).json, patient)
    .toMatchObject({ is_running: false, last_attempt: { is_good: false }, last_good_at: null })
  const { json } = await send('GET', at)
  // A panel of a test has no daemon program beside it.
  expect(json.last_attempt.message).toContain('npm run build')
  await send('PUT', at, { storage_id: null })
  expect((await send('GET', at)).json).toMatchObject({ storage_id: null, last_attempt: null })
})

const listen = async (sessionToken: string) => {
  const { socket } = await openChannel(panel, sessionToken, '/api/ws/events')
  const heard: { type: string; payload: object }[] = []
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString())))
  return { socket, heard, ofPanelBackup: () => heard.filter(({ type }) => type === 'event.panel-backup') }
}
const troubleLines = async () => {
  const lines = (await send('GET', '/api/activity?scope=people&kind=panel')).json as { event: string }[]
  return lines.filter(({ event }) => event.startsWith('panel_backup'))
}

test('a trouble is told once to administrators, in their activity too, and so is its end', async () => {
  const linesBefore = (await troubleLines()).length
  const ofAdmin = await listen(admin)
  const ofPerson = await listen((await addPerson(panel, 'watcher')).sessionToken)
  const place = { kind: 'folder', path: folder }
  const { id } = (await send('POST', '/api/backup-storages', { name: 'Shed', place })).json
  await send('PUT', at, { storage_id: id })
  for (const time of ['first', 'second']) {
    await expect.poll(async () => (await send('POST', `${at}/run`)).status, patient).toBe(202)
    await expect
      .poll(async () => (await send('GET', at)).json, { ...patient, message: time })
      .toMatchObject({ is_running: false, trouble: { kind: 'failed' } })
  }
  const { trouble, last_attempt } = (await send('GET', at)).json
  expect(trouble.message).toBe(last_attempt.message)
  expect(Date.parse(trouble.since)).toBeLessThanOrEqual(Date.parse(last_attempt.at))
  await send('PUT', at, { storage_id: null })
  expect((await send('GET', at)).json.trouble).toBeNull()
  await expect.poll(() => ofAdmin.ofPanelBackup().length, patient).toBe(2)
  expect(ofAdmin.ofPanelBackup().map(({ payload }) => payload)).toEqual([
    { trouble: 'failed', message: trouble.message },
    { trouble: null, message: '' },
  ])
  const lines = await troubleLines()
  expect(lines).toHaveLength(linesBefore + 1)
  expect(lines[0]).toMatchObject({
    ...{ event: 'panel_backup_failed', via: 'panel', by: null, details: { reason: trouble.message } },
  })
  // What was told before is passed on before the answer.
  ofPerson.socket.send(JSON.stringify({ type: 'recent', payload: { within_ms: 1_000 } }))
  await expect.poll(() => ofPerson.heard.map(({ type }) => type), patient).toContain('event.recent')
  expect(ofPerson.ofPanelBackup()).toEqual([])
  for (const { socket } of [ofAdmin, ofPerson]) socket.terminate()
})

test('once a storage is chosen, the first backup begins at once; another hour begins none', async () => {
  const place = { kind: 'folder', path: folder }
  const { id } = (await send('POST', '/api/backup-storages', { name: 'Loft', place })).json
  const ended = { is_running: false, last_attempt: { is_good: false } }
  // Nobody looks what is due in this panel unless a test says so.
  await send('PUT', at, { storage_id: id })
  await expect.poll(async () => (await send('GET', at)).json, patient).toMatchObject(ended)
  expect((await send('PUT', at, { storage_id: id, hour: 5 })).json).toMatchObject(ended)
  await send('PUT', at, { storage_id: null })
})

const collect = async (secrets: Record<string, string> = { AUTH_SECRET: 'a "quoted" \\ secret' }) => {
  const configFile = join(folder, 'config.env')
  writeFileSync(configFile, 'HTTP_PORT=8080\n')
  const file = join(folder, 'source.sqlite')
  await sql`vacuum into ${sql.lit(file)}`.execute(panel.db)
  const into = join(folder, 'collected')
  const database = { driver: 'sqlite', file } as const
  await collectPanel(
    { configFile, database, secrets, version: '1' },
    panel.db,
    into,
    '2026-11-18T03:00:00.000Z',
  )
  return into
}

const check = (into: string) =>
  checkRestoredPanel(into, { driver: 'sqlite', file: join(folder, 'source.sqlite') }, 'an installation')

test('what was collected is whole: database, settings, secrets and their list', async () => {
  const into = await collect()
  await expect(check(into)).resolves.toBe('')
  expect(readFileSync(join(into, 'secrets.env'), 'utf8')).toBe('AUTH_SECRET="a \\"quoted\\" \\\\ secret"\n')
  expect(JSON.parse(readFileSync(join(into, 'rookery-backup.json'), 'utf8'))).toMatchObject({
    ...{ format: 1, parts: { 'panel.sqlite': {}, 'config.env': { bytes: 15 }, 'secrets.env': {} } },
  })
})

test.each([
  ['panel.sqlite', 'panel.sqlite is not as it was stored'],
  ['config.env', 'config.env is not as it was stored'],
  ['rookery-backup.json', 'the list of its contents cannot be read'],
])('a changed %s is noticed', async (name, text) => {
  const into = await collect()
  writeFileSync(join(into, name), 'something else')
  await expect(check(into)).rejects.toThrow(text)
})
