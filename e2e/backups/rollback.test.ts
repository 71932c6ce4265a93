// Going back to before a change, by the panel: what it remembers of the last run that became ready, and what it sends.

import { restorePayload } from '@rookery/contracts/daemon/backup-request.ts'
import { nodeCapabilities } from '@rookery/contracts/daemon/capabilities.ts'
import { GameServerState } from '@rookery/contracts/daemon/generated/link.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPanel } from '../../panel/test/start-test-panel.ts'
import { addPerson, allow } from '../../panel/test/tokens/people.ts'
import { waitFor } from '../wait-for.ts'
import { BackupNode, nodeBackup, reportOf, startBackupsPanel } from './backups-world.ts'

let panel: TestPanel
let node: BackupNode
let admin: string
let storageId: number

beforeAll(async () => {
  panel = await startBackupsPanel({ ENCRYPTION_KEY: 'a key of this test' })
  admin = await panel.signIn()
  node = await BackupNode.join(panel, 'Able', [...nodeCapabilities])
  const place = { kind: 'folder', path: '/srv/backups' }
  storageId = (await json('POST', '/api/backup-storages', { name: 'Cellar', place })).id
})
afterAll(async () => {
  await node?.link.close()
  await panel?.stop()
})

async function json(method: string, path: string, body?: object, sessionToken = admin) {
  const answer = await panel.request(method, path, { sessionToken, ...(body && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.json
}

const templateText = (slug: string, command: string) =>
  JSON.stringify({
    ...{ slug, name: slug, game: slug, description: 'a game', process_managers: ['process'] },
    ports: { game: { protocol: 'tcp', default: 29_800 } },
    variables: [
      { name: 'VERSION', title: 'Version', default: '1', rules: ['required'] },
      { name: 'KEY', title: 'Key', default: '', secret: true, rules: ['nullable'] },
    ],
    install: [],
    command: ['sh', command],
    ready: { pattern: 'ready' },
    stop: { method: { by: 'signal', signal: 'SIGTERM' } },
  })

let sequence = 0
/** As a node tells it. */
async function isIn(id: number, state: string, changedAtMs: number): Promise<void> {
  sequence += 1
  const { revision = 0, uuid } = node.definitionOf(id) ?? {}
  const value = GameServerState.create({
    ...{ gameServerId: id, ...(uuid && { uuid }), state, changedAtMs, sequence, installed: true },
    runningRevision: state === 'running' ? revision : 0,
  })
  node.link.send({ $case: 'gameServerState', value })
  await waitFor(`it is ${state}`, async () => (await json('GET', `/api/servers/${id}`)).state === state)
}

async function createServer(slug: string) {
  const { id: templateId } = await json('POST', '/api/templates', { text: templateText(slug, 'first.sh') })
  const body = { name: slug, node_id: node.nodeId, template_id: templateId, install: false }
  const { id } = await json('POST', '/api/servers', { ...body, variables: { KEY: 'a secret of then' } })
  await node.untilDefined(id, 'it has the storage', ({ backup_storages }) => backup_storages.length === 1)
  return { id, templateId, at: `/api/servers/${id}/backups/rollback` }
}

test('L26 after a changed template and other settings both come back with the files, until the next update', async () => {
  const { id, templateId, at } = await createServer('held')
  const settings = `/api/servers/${id}/settings`
  await isIn(id, 'running', 1_000)
  await isIn(id, 'stopped', 2_000)
  await json('PUT', settings, { variables: { VERSION: '2', KEY: 'another' }, update_before_start: true })
  await json('PUT', `/api/templates/${templateId}`, { text: templateText('held', 'second.sh') })
  const broken = await node.untilDefined(id, 'the changed template', ({ command }) =>
    command.includes('second.sh'),
  )
  const version = broken.origin?.template_version
  const taken = nodeBackup('saved', { kind: 'safety', before: 'template', taken_at_ms: 3_000 })
  await node.reported(id, reportOf(storageId, 1, [taken]))
  expect(await json('GET', at), 'it has not crashed').toEqual({ rollback: null })
  await isIn(id, 'crashed', 4_000)
  const { rollback } = await json('GET', at)
  expect(rollback).toMatchObject({ before: 'template', has_settings: true })

  const { task_id } = await json('POST', at, { backup_id: rollback.backup_id })
  const definition = await node.untilDefined(id, 'the former template', ({ command }) =>
    command.includes('first.sh'),
  )
  expect(definition.origin?.variables).toMatchObject({ VERSION: '1', KEY: 'a secret of then' })
  expect(definition.origin?.template_version).not.toBe(version)
  expect(definition.update_before_start, 'a start would bring it forward again').toBe(false)
  const task = await node.taskOf('restore', task_id)
  expect(restorePayload.parse(JSON.parse(task.payload))).toMatchObject({ snapshot: 'saved', start: true })
  node.endTask(task, 'success')

  expect((await json('GET', `/api/servers/${id}`)).template_held).toBe(true)
  await isIn(id, 'running', 5_000)
  expect(await json('GET', at)).toEqual({ rollback: null })
  // The held template outlives another change of the shared one, and ends with an update that a person asks for.
  await json('PUT', `/api/templates/${templateId}`, { text: templateText('held', 'third.sh') })
  expect(node.definitionOf(id)?.command).toContain('first.sh')
  await isIn(id, 'stopped', 6_000)
  await json('POST', `/api/servers/${id}/update`)
  await node.untilDefined(id, 'the newest template', ({ command }) => command.includes('third.sh'))
  expect((await json('GET', `/api/servers/${id}`)).template_held).toBe(false)
})

test('going back to what is not offered is refused, and changes nothing', async () => {
  const { id, at } = await createServer('refused')
  await isIn(id, 'running', 1_000)
  const taken = nodeBackup('earlier', { kind: 'safety', before: 'update', taken_at_ms: 500 })
  await node.reported(id, reportOf(storageId, 1, [taken]))
  await isIn(id, 'crashed', 4_000)
  expect(await json('GET', at), 'it was ready since').toEqual({ rollback: null })
  const [backup] = await json('GET', `/api/servers/${id}/backups`)
  const answer = await panel.request('POST', at, { sessionToken: admin, body: { backup_id: backup.id } })
  expect([answer.status, answer.json.message]).toEqual([409, expect.stringContaining('not offered any more')])
})

test('whoever may not change settings is not offered to go back', async () => {
  const { id, at } = await createServer('of-others')
  await isIn(id, 'running', 1_000)
  const taken = nodeBackup('saved', { kind: 'safety', before: 'update', taken_at_ms: 3_000 })
  await node.reported(id, reportOf(storageId, 1, [taken]))
  await isIn(id, 'crashed', 4_000)
  const keeper = await addPerson(panel, 'keeper')
  const permissions = ['common', 'files', 'update', 'start'].map(name => `game-server-${name}` as const)
  await allow(panel, keeper.id, permissions as Parameters<typeof allow>[2], id)
  const theirs = keeper.sessionToken
  expect(await json('GET', at, undefined, theirs)).toEqual({ rollback: null })
  const { rollback } = await json('GET', at)
  const answer = await panel.request('POST', at, {
    sessionToken: theirs,
    body: { backup_id: rollback.backup_id },
  })
  expect(answer.status).toBe(403)
})
