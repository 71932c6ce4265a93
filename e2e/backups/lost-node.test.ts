// A node that is gone for good: a backup of its game server becomes a game server of another node that has the storage.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createManifest } from '../../daemon/src/features/backups/logic/backup-manifest.ts'
import type { TestPanel } from '../../panel/test/start-test-panel.ts'
import { BackupNode, json, nodeBackup, reportOf, startBackupsPanel } from './backups-world.ts'

const place = {
  ...{ kind: 's3', endpoint: 'https://s3.test', bucket: 'games', prefix: '', region: 'us-east-1' },
  access_key_id: 'AKID',
}
const secret = 's3-secret-4714'
const capabilities = ['schedule_steps', 'backups']

let panel: TestPanel
let able: BackupNode
let baker: BackupNode
let admin: string
beforeAll(async () => {
  panel = await startBackupsPanel({ ENCRYPTION_KEY: 'a key of this test' })
  admin = await panel.signIn()
  able = await BackupNode.join(panel, 'Able', capabilities)
  baker = await BackupNode.join(panel, 'Baker', capabilities)
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

test('L26 a server of a node that is gone comes back on another node, with the settings of its manifest', async () => {
  const storage = await done('POST', '/api/backup-storages', { name: 'Cloud', place, secret })
  const templates = (await done('GET', '/api/templates?per_page=100')) as { id: number; slug: string }[]
  const { id } = await done('POST', '/api/servers', {
    ...{ name: 'Survival', node_id: able.nodeId, install: false, variables: { MAP: 'kitchen' } },
    template_id: templates.find(({ slug }) => slug === 'arena')?.id,
  })
  const definition = await able.untilDefined(id, 'it has the storage', one => one.backup_storages.length > 0)
  await able.reported(id, reportOf(storage.id, 1, [nodeBackup('the-last-one')]))
  const [{ id: backup }] = await done('GET', `/api/servers/${id}/backups`)
  await able.link.close()
  const at = `/api/servers/${id}/backups/${backup}/new-server`

  const there = await ask('POST', at, { name: 'Again' })
  expect([there.status, there.json.code]).toEqual([503, 'node_offline'])
  const problem = { is_wrong_password: false, message: 'the storage does not answer' }
  const unread = { opened_by: null, backups: [], manifest: null, problem }
  baker.answer = async (_request, transfer) => transfer.write(json(unread))
  const refused = await ask('POST', at, { name: 'Again', node_id: baker.nodeId })
  expect([refused.status, refused.json.message]).toEqual([409, 'the storage does not answer'])

  const facts = { taken_at_ms: Date.now(), kind: 'scheduled', before: null, consistency: 'flushed' } as const
  const manifest = JSON.stringify(createManifest(definition, facts))
  baker.answer = async (_request, transfer) =>
    transfer.write(json({ ...unread, opened_by: 0, manifest, problem: null }))
  const made = await done('POST', at, { name: 'Again', node_id: baker.nodeId })
  // Of no game server: the node opens it with what the panel knows of the other one.
  const { work, request } = baker.asked.at(-1) ?? {}
  const passwords = [definition.backup_storages[0]?.password]
  expect(work?.gameServerId).toBe(0)
  expect(request).toEqual({
    ...{ verb: 'inspect', place, secret, passwords, uuid: definition.uuid, snapshot: 'the-last-one' },
  })
  const brought = await done('GET', `/api/servers/${made.id}`)
  expect(brought).toMatchObject({ name: 'Again', node_id: baker.nodeId, variables: { MAP: 'kitchen' } })
  const { backup_sources } = await baker.untilDefined(made.id, 'it has the source', one => {
    return one.backup_sources.length > 0
  })
  expect(backup_sources).toMatchObject([{ uuid: definition.uuid, place, secret, password: passwords[0] }])
  const task = await baker.taskOf('restore', made.task_id)
  expect(JSON.parse(task.payload)).toMatchObject({
    ...{ storage_id: storage.id, snapshot: 'the-last-one', source_uuid: definition.uuid },
  })
})
