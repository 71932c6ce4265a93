// Nodes with their own key to a storage: what each is told, what is tried, and that no key reaches another node.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPanel } from '../../panel/test/start-test-panel.ts'
import { waitFor } from '../wait-for.ts'
import { BackupNode, json, nodeBackup, reportOf, startBackupsPanel } from './backups-world.ts'

const rest = { kind: 'rest', url: 'https://rest.test', user: 'shared' }
const secrets = { shared: 'secret-4711', able: 'secret-4712', baker: 'secret-4713' }

let panel: TestPanel
let able: BackupNode
let baker: BackupNode
let admin: string
beforeAll(async () => {
  panel = await startBackupsPanel({ ENCRYPTION_KEY: 'a key of this test' })
  admin = await panel.signIn()
  able = await BackupNode.join(panel, 'Able', ['backups'])
  baker = await BackupNode.join(panel, 'Baker', ['backups'])
})
afterAll(async () => {
  await able?.link.close()
  await baker?.link.close()
  await panel?.stop()
})

const ask = (method: string, path: string, body?: object) =>
  panel.request(method, path, { sessionToken: admin, ...(body && { body }) })
async function done(method: string, path: string, body?: object) {
  const answer = await ask(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.json
}

async function createArena(on: BackupNode): Promise<number> {
  const templates = (await done('GET', '/api/templates?per_page=100')) as { id: number; slug: string }[]
  const template_id = templates.find(({ slug }) => slug === 'arena')?.id
  const body = { name: 'Arena', node_id: on.nodeId, template_id, install: false }
  return (await done('POST', '/api/servers', body)).id
}

/** What the node was told last of the storage. */
async function toldTo(node: BackupNode, server: number, what: string, isSo: (secret: string) => boolean) {
  const { backup_storages } = await node.untilDefined(server, what, ({ backup_storages: [one] }) =>
    isSo(one?.secret ?? ''),
  )
  const [{ place, secret } = { place: null, secret: '' }] = backup_storages
  return { place, secret }
}

test('each node signs in with its own key, and gets no other', async () => {
  const [onAble, onBaker] = [await createArena(able), await createArena(baker)]
  const body = { name: 'Cloud', place: rest, secret: secrets.shared }
  const { id } = await done('POST', '/api/backup-storages', body)
  const isShared = (secret: string) => secret === secrets.shared
  expect(await toldTo(baker, onBaker, 'it has the key of all', isShared)).toMatchObject({ place: rest })
  const before = baker.received.length

  const own = { node_id: able.nodeId, user: 'able', folder: 'able' }
  const unknown = await ask('PUT', `/api/backup-storages/${id}`, { ...body, node_keys: [own] })
  expect([unknown.status, unknown.json.errors]).toEqual([
    422,
    { 'node_keys.0.secret': ['enter the password of the user'] },
  ])
  const changed = await done('PUT', `/api/backup-storages/${id}`, {
    ...body,
    node_keys: [{ ...own, secret: secrets.able }],
  })
  // One that shares it with nobody.
  expect(changed).toMatchObject({ node_keys: [own], is_key_shared: false })
  const isOwn = (secret: string) => secret === secrets.able
  const ofAble = { ...rest, user: 'able', url: 'https://rest.test/able' }
  expect(await toldTo(able, onAble, 'it has its own key', isOwn)).toMatchObject({ place: ofAble })
  await waitFor('the other node was told, too', () => baker.received.length > before)
  expect(JSON.stringify([baker.received, baker.welcomes])).not.toContain(secrets.able)

  // Left out it stays; another server asks for it anew, as for the storage's own.
  expect(await done('PUT', `/api/backup-storages/${id}`, { ...body, name: 'Clouds' })).toMatchObject({
    node_keys: [own],
  })
  const elsewhere = { ...body, place: { ...rest, url: 'https://other.test' } }
  const refused = await ask('PUT', `/api/backup-storages/${id}`, elsewhere)
  expect(refused.json.errors['node_keys.0.secret'][0]).toContain('is required anew')
  for (const [node_keys, field] of [
    [[{ ...own, node_id: 999, secret: 'x' }], 'node_keys.0.node_id'],
    [[own, { ...own, secret: 'x' }], 'node_keys.1.node_id'],
    [[{ ...own, folder: '../baker' }], 'node_keys.0.folder'],
  ] as const) {
    const wrong = await ask('PUT', `/api/backup-storages/${id}`, { ...body, node_keys })
    expect([wrong.status, Object.keys(wrong.json.errors)]).toEqual([422, [field]])
  }

  await testsAreMadeWithIt(id, own)
  await serversAreFoundWithIt(id)
  await anotherNodeDoesNotReadIt(id, onAble)

  const without = await done('PUT', `/api/backup-storages/${id}`, { ...body, node_keys: [] })
  expect(without).toMatchObject({ node_keys: [], is_key_shared: true })
  const said = `${(await ask('GET', '/api/backup-storages')).text}${panel.logLines.join()}`
  for (const secret of Object.values(secrets)) expect(said).not.toContain(secret)
})

async function testsAreMadeWithIt(storage_id: number, { user, folder }: { user: string; folder: string }) {
  able.answer = baker.answer = async (_request, transfer) =>
    transfer.write(json({ is_good: true, took_ms: 3, problem: '' }))
  const tried = { place: rest, storage_id }
  const test = (body: object) => ask('POST', '/api/backup-storages/test', { ...tried, ...body })
  await test({ node_id: able.nodeId, node_key: { user, folder } })
  expect(able.asked.at(-1)?.request).toMatchObject({
    ...{ verb: 'test', secret: secrets.able, place: { user: 'able', url: 'https://rest.test/able' } },
  })
  await test({ node_id: able.nodeId })
  expect(able.asked.at(-1)?.request).toMatchObject({ secret: secrets.shared, place: rest })
  await test({ node_id: baker.nodeId, node_key: { user: 'baker', secret: secrets.baker } })
  expect(baker.asked.at(-1)?.request).toMatchObject({ secret: secrets.baker, place: { user: 'baker' } })
  // The stored key of one node is not tried from another.
  const foreign = await test({ node_id: baker.nodeId, node_key: { user, folder } })
  expect([foreign.status, Object.keys(foreign.json.errors)]).toEqual([422, ['node_key.secret']])
}

async function serversAreFoundWithIt(storageId: number): Promise<void> {
  able.answer = async (_request, transfer) => transfer.write(json({ uuids: [] }))
  await done('POST', `/api/backup-storages/${storageId}/found-servers`, { node_id: able.nodeId })
  expect(able.asked.at(-1)?.request).toMatchObject({ verb: 'repositories', secret: secrets.able })
}

async function anotherNodeDoesNotReadIt(storageId: number, server: number): Promise<void> {
  await able.reported(server, reportOf(storageId, Date.now(), [nodeBackup('one')]))
  const [{ id }] = await done('GET', `/api/servers/${server}/backups`)
  const body = { name: 'Copy', node_id: baker.nodeId }
  const refused = await ask('POST', `/api/servers/${server}/backups/${id}/new-server`, body)
  expect([refused.status, refused.json.errors?.node_id?.[0]]).toEqual([
    422,
    expect.stringContaining('this backup is in that of "Able": choose that node'),
  ])
}
