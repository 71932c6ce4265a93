// Why an installation failed, and its repairs, as the panel answers them.

import { randomUUID } from 'node:crypto'
import type { GameServerPermission } from '@rookery/contracts/game-server-permissions.ts'
import type { InstallFailureFacts, OfferedInstallFailure } from '@rookery/contracts/install-failure.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createGameServersStore } from '../../src/features/game-servers/game-servers-store.ts'
import {
  createReportedRunStates,
  type ReportedRunStates,
} from '../../src/features/game-servers/reported-run-states.ts'
import { createTasks } from '../../src/features/tasks/tasks.ts'
import { createChanges } from '../../src/platform/changes.ts'
import { createLog } from '../../src/platform/log.ts'
import { createOptionalSecretBox } from '../../src/platform/secret-box.ts'
import { type Asked, ask, createUser, done, setPermissions } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addTemplate, rowOf } from './a-game.ts'

let panel: TestPanel
let admin: Asked
let nodeId: number
let id: number
let sequence = 0
let states: ReportedRunStates
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  nodeId = (await panel.app.nodes.create('node')).id
  const box = createOptionalSecretBox(null)
  states = createReportedRunStates(createGameServersStore(panel.db, box), createChanges(), async () => {}, {
    write: async () => {},
  })
})
afterAll(() => panel.stop())
beforeEach(async () => {
  const template_id = await addTemplate(panel, {})
  const body = { name: 'castle', node_id: nodeId, template_id, install: false, process_manager: 'docker' }
  id = (await done(admin, 'POST', '/api/servers', body)).id
})

async function person(permissions: GameServerPermission[]): Promise<Asked> {
  const { id: userId, sessionToken } = await createUser(admin)
  await setPermissions(admin, userId, id, Object.fromEntries(permissions.map(name => [name, true])))
  return { panel, sessionToken }
}

const eulaLine = 'You need to agree to the EULA in order to run the server.'
const reported = {
  ...{ action: 'install', step: 'Building', reason: '', errorCode: '', httpStatus: undefined, subject: 'sh' },
  ...{ exitCode: 1, outOfMemory: false, lastLines: ['Loading', eulaLine, 'Stopping'] },
}
/** As its node reports it. */
async function fail(failure: typeof reported | undefined, reason = 'Building: it ended') {
  sequence += 1
  await states.receive({
    ...{ gameServerId: id, state: 'install_failed', reason, changedAtMs: 1_000, sequence, installed: false },
    ...{ signal: '', outOfMemory: false, lastLines: [], runningRevision: 0 },
    ...(failure && { installFailure: failure }),
  })
}
const failureFor = async (asked: Asked): Promise<OfferedInstallFailure | null> =>
  (await done(asked, 'GET', `/api/servers/${id}`)).install_failure
const repair = (asked: Asked, wanted: object) =>
  ask(asked, 'POST', `/api/servers/${id}/repair`, { repair: wanted })
const tasks = async () =>
  await panel.db.selectFrom('tasks').select(['kind']).where('server_id', '=', id).orderBy('id').execute()
const acceptEula = { do: 'set-variable', name: 'EULA', value: 'true' }

test('is told with what the one who asks may do about it', async () => {
  expect(await failureFor(admin)).toBeNull()
  await fail(reported)
  expect(await failureFor(admin)).toEqual({
    ...{ kind: 'eula', action: 'install', step: 'Building', subject: 'sh', code: '1', line: eulaLine },
    ...{ repairs: [acceptEula], retry: { action: 'install', start: false } },
  })
  const reader = await failureFor(await person(['game-server-common']))
  expect(reader).toMatchObject({ kind: 'eula', line: null, repairs: [], retry: null })
  const updater = await failureFor(await person(['game-server-common', 'game-server-update']))
  expect(updater).toMatchObject({ line: eulaLine, repairs: [], retry: { action: 'install', start: false } })
})

test('stays when the node tells the same state again without its lines', async () => {
  await fail(reported)
  await fail({ ...reported, lastLines: [] })
  await fail(undefined)
  expect(await failureFor(admin)).toMatchObject({ kind: 'eula', line: eulaLine })
})

test('an older daemon, which sends words alone, is understood by them', async () => {
  await fail(undefined, 'Downloading: files.example cannot be reached (ENOTFOUND)')
  expect(await failureFor(admin)).toMatchObject({ kind: 'no-dns', step: null, line: null })
})

test('a repair changes the choice, installs again and starts', async () => {
  await fail(reported)
  expect((await repair(admin, { do: 'use-image', label: 'Java 21' })).status).toBe(409)
  expect((await repair(await person(['game-server-common', 'game-server-update']), acceptEula)).status).toBe(
    403,
  )
  expect((await repair(admin, acceptEula)).status).toBe(202)
  expect(JSON.parse((await rowOf(panel, id)).variables)).toMatchObject({ EULA: 'true' })
  expect((await tasks()).map(({ kind }) => kind)).toEqual(['install', 'start'])
  expect((await failureFor(admin))?.retry, 'a start was asked for with it').toEqual({
    action: 'install',
    start: true,
  })
})

test('another image is offered where one cannot be fetched, and a free port where one is taken', async () => {
  await fail({ ...reported, reason: 'image', subject: 'example/java:17', lastLines: [] })
  expect(await failureFor(admin)).toMatchObject({
    kind: 'image-missing',
    repairs: [{ do: 'use-image', label: 'Java 21' }],
  })
  await fail({ ...reported, lastLines: ['listen EADDRINUSE: address already in use 0.0.0.0:20000'] })
  expect(await failureFor(admin)).toMatchObject({
    kind: 'port-in-use',
    repairs: [{ do: 'choose-port', port: 'game' }],
  })
})

test('a task that failed says why, and so does one of an older daemon', async () => {
  const { task_id: taskId } = await done(admin, 'POST', `/api/servers/${id}/install`)
  const update = { taskId, status: 'error', message: 'Building: it ended', sequence: 1 }
  const ofNode = createTasks({
    db: panel.db,
    changes: createChanges(),
    eventFeed: { write: async () => {} },
    audit: { recordPrepared: () => {} },
    log: createLog('silent', { write: () => {} }),
    now: () => 1,
    randomUuid: randomUUID,
    link: { isOnline: () => true, seesAll: () => true, send: () => {} },
  })
  await ofNode.receiveUpdate(nodeId, { ...update, failure: reported })
  const read = async (of: number) => (await done(admin, 'GET', `/api/tasks/${of}`)).failure
  expect(await read(taskId)).toMatchObject({ kind: 'eula', step: 'Building', line: eulaLine })
  const { task_id: second } = await done(admin, 'POST', `/api/servers/${id}/install`)
  const message = 'Downloading: a.example: the server answers 404'
  await ofNode.receiveUpdate(nodeId, { ...update, taskId: second, message })
  expect(await read(second)).toMatchObject({ kind: 'not-found', action: 'install' })
  const { task_id: stop } = await done(admin, 'POST', `/api/servers/${id}/stop`)
  await ofNode.receiveUpdate(nodeId, { ...update, taskId: stop, message })
  expect(await read(stop), 'no installation').toBeNull()
})

test('what is stored in another form counts as not known', async () => {
  await fail(reported)
  const odd = { reason: 'no-space' } satisfies Partial<InstallFailureFacts>
  const update = panel.db.updateTable('game_servers').set({ install_failure: JSON.stringify(odd) })
  await update.where('id', '=', id).execute()
  expect(await failureFor(admin)).toMatchObject({ kind: 'unknown' })
})
