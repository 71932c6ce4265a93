// A backup all the way: asked for in the API, taken by a real daemon over the real link, looked into and restored.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArchiveEngine } from '../../daemon/src/platform/backups/archive/archive-engine.ts'
import { requestIdentity } from '../../daemon/src/platform/panel-link/enroll.ts'
import { readLinkAddress } from '../../daemon/src/platform/panel-link/link-address-client.ts'
import { newPrivateKey } from '../../daemon/src/platform/panel-link/node-certificate.ts'
import { openTestNode, type TestNode } from '../../daemon/test/open-test-node.ts'
import { startTestPanel, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { DaemonSide } from '../link/link-world.ts'
import { waitFor } from '../wait-for.ts'

let panel: TestPanel
let node: TestNode
let side: DaemonSide
let storage: string
let admin: string

beforeAll(async () => {
  storage = mkdtempSync(join(tmpdir(), 'rookery-storage-'))
  panel = await startTestPanel({ variables: { ENCRYPTION_KEY: 'a key of this test' } })
  // What is asked of a node is good for a while of this clock (L16).
  Object.defineProperty(panel.clock, 'nowMs', { get: Date.now })
  admin = await panel.signIn()
  const { id } = await panel.app.nodes.create('Able')
  const key = parseEnrollmentKey((await panel.app.nodes.issueEnrollment(id)).key)
  if (!key) throw new Error('not a key')
  const { caPem } = await readLinkAddress(panel.url)
  const address = `127.0.0.1:${panel.grpcPort}`
  const identity = await requestIdentity({ address, caPem, key, privateKeyPem: newPrivateKey() })
  node = await openTestNode(
    undefined,
    {},
    {
      backupEngines: [new ArchiveEngine(Date.now)],
      send: message => void side?.link.send(message),
    },
  )
  side = new DaemonSide(identity, { hooks: node.app.hooks })
  await side.connect()
})
afterAll(async () => {
  await side?.link.close()
  await panel?.stop()
  await node?.end()
  rmSync(storage, { recursive: true, force: true })
})

async function ask(method: string, path: string, body?: object) {
  const answer = await panel.request(method, path, { sessionToken: admin, ...(body && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer
}
const json = async (method: string, path: string, body?: object) => (await ask(method, path, body)).json

async function untilTaskEnds(taskId: number): Promise<{ status: string; message: string }> {
  let task = { status: 'waiting', message: '' }
  await waitFor(`task ${taskId} ends`, async () => {
    task = await json('GET', `/api/tasks/${taskId}`)
    return !['waiting', 'working'].includes(task.status)
  })
  return task
}

test('L25 with a storage a backup is taken, browsed, compared, restored and deleted', async () => {
  const place = { kind: 'folder', path: storage }
  await json('POST', '/api/backup-storages', { name: 'Cellar', place })
  const templates = (await json('GET', '/api/templates?per_page=100')) as { id: number; slug: string }[]
  const template_id = templates.find(({ slug }) => slug === 'arena')?.id
  const body = { name: 'Arena', node_id: side.node.nodeId, template_id, install: false }
  const { id, uuid } = await json('POST', '/api/servers', body)
  const files = join(node.folder, 'servers', uuid)
  const at = `/api/servers/${id}/backups`
  const isDefined = () => {
    const own = node.app.gameServers.get(node.app.gameServers.numberOf(id))
    return own?.record.definition.backup_storages.length === 1
  }
  await waitFor('the node has the storage', isDefined)
  await node.app.gameServers.workInFolder(
    node.app.gameServers.numberOf(id),
    { make: true, by: 'node' },
    async root => {
      await root?.putFile('world.txt', Buffer.from('then'))
    },
  )

  const { task_id } = await json('POST', at, { note: 'before the storm' })
  expect(await untilTaskEnds(task_id)).toMatchObject({ status: 'success' })
  await waitFor('the backup is listed', async () => (await json('GET', at)).length === 1)
  const [backup] = await json('GET', at)
  expect(backup).toMatchObject({ note: 'before the storm', kind: 'manual', consistency: 'stopped', files: 1 })

  expect(await json('GET', `${at}/${backup.id}/files`)).toMatchObject([{ name: 'world.txt', size: 4 }])
  expect((await ask('GET', `${at}/${backup.id}/files/content?path=world.txt`)).text).toBe('then')
  writeFileSync(join(files, 'world.txt'), 'now, and longer')
  expect((await json('GET', `${at}/${backup.id}/compare`)).changes).toMatchObject([
    { path: 'world.txt', change: 'changed', then_bytes: 4, now_bytes: 15 },
  ])

  const restore = await json('POST', `${at}/${backup.id}/restore`, {})
  expect(await untilTaskEnds(restore.task_id)).toMatchObject({ status: 'success' })
  expect(readFileSync(join(files, 'world.txt'), 'utf8')).toBe('then')
  await waitFor('the safety backup is listed', async () => (await json('GET', at)).length === 2)
  await ask('DELETE', `${at}/${backup.id}`)
  await waitFor('it is gone', async () => (await json('GET', at)).length === 1)
  expect((await json('GET', at))[0]).toMatchObject({ kind: 'safety', before: 'restore' })
})

test('L26 a backup becomes a new game server with the files and settings of that time', async () => {
  const templates = (await json('GET', '/api/templates?per_page=100')) as { id: number; slug: string }[]
  const template_id = templates.find(({ slug }) => slug === 'arena')?.id
  const variables = { MAP: 'kitchen', MAX_PLAYERS: '7' }
  const body = { name: 'Source', node_id: side.node.nodeId, template_id, variables, install: false }
  const { id, uuid, port, rcon_password } = await json('POST', '/api/servers', body)
  const own = () => node.app.gameServers.get(node.app.gameServers.numberOf(id))
  await waitFor('the node has the storage', () => own()?.record.definition.backup_storages.length === 1)
  await node.app.gameServers.workInFolder(
    node.app.gameServers.numberOf(id),
    { make: true, by: 'node' },
    async root => {
      await root?.putFile('world.txt', Buffer.from('three towers'))
    },
  )
  const { task_id } = await json('POST', `/api/servers/${id}/backups`, {})
  await untilTaskEnds(task_id)
  const at = `/api/servers/${id}/backups`
  await waitFor('the backup is listed', async () => (await json('GET', at)).length === 1)
  const [backup] = await json('GET', at)
  await json('PUT', `/api/servers/${id}/settings`, { variables: { MAP: 'office' } })

  const made = await json('POST', `${at}/${backup.id}/new-server`, { name: 'Second' })
  expect(await untilTaskEnds(made.task_id)).toMatchObject({ status: 'success' })
  const second = await json('GET', `/api/servers/${made.id}`)
  expect(second).toMatchObject({ name: 'Second', variables, node_id: side.node.nodeId })
  expect(second.uuid).not.toBe(uuid)
  expect([second.port, second.rcon_password]).not.toEqual([port, rcon_password])
  expect(readFileSync(join(node.folder, 'servers', second.uuid, 'world.txt'), 'utf8')).toBe('three towers')
  await waitFor('it counts as installed', async () => {
    return (await json('GET', `/api/servers/${made.id}`)).state === 'stopped'
  })
  // It has its own backups, and cannot reach those of the first any more.
  expect(await json('GET', `/api/servers/${made.id}/backups`)).toEqual([])
  await json('PUT', `/api/servers/${made.id}/settings`, { autostart: false })
  const ofSecond = () => node.app.gameServers.get(node.app.gameServers.numberOf(made.id))?.record.definition
  await waitFor('the source is forgotten', () => ofSecond()?.backup_sources.length === 0)

  const { id: other } = await panel.app.nodes.create('Other')
  const elsewhere = await panel.request('POST', `${at}/${backup.id}/new-server`, {
    sessionToken: admin,
    body: { name: 'Third', node_id: other },
  })
  expect([elsewhere.status, elsewhere.json.errors]).toEqual([
    422,
    { node_id: ['this backup is in a folder of "Able": choose that node'] },
  ])
})
