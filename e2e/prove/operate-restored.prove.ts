// A backup is restored while the node has gone on: what is asked for afterwards is really done, and no game is lost.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listGameServerActivity } from '@rookery/contracts/http/activity.ts'
import {
  deleteGameServer,
  killGameServer,
  readGameServer,
  startGameServer,
  stopGameServer,
} from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { readTask } from '@rookery/contracts/http/tasks.ts'
import {
  adoptUnknownServer,
  deleteUnknownServer,
  listUnknownServers,
} from '@rookery/contracts/http/unknown-servers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runProgram } from '../../test-services/start-program.ts'
import { type Api, signIn } from '../api.ts'
import { freePort } from '../ports.ts'
import { createHome, type Rookery, startRookery } from '../rookery.ts'
import { waitFor } from '../wait-for.ts'

const administrator = { login: 'admin', password: 'back to where we were' }
let home: Awaited<ReturnType<typeof createHome>>
let rookery: Rookery
let api: Api
const made: number[] = []

async function start(): Promise<void> {
  rookery = await startRookery(home, { ADMIN_PASSWORD: administrator.password })
  api = await signIn(rookery.url, administrator)
}

beforeAll(async () => {
  home = await createHome()
  await start()
})
afterAll(async () => {
  for (const id of made) {
    await api.call(killGameServer, { params: { server: String(id) } }).catch(() => {})
    await api.waitForState(id, 'stopped').catch(() => {})
  }
  await rookery.interrupt()
  await home.remove()
})

const panelLog = () => readFileSync(join(home.dataDir, 'logs', 'panel.log'), 'utf8')

async function rookeryCommand(...args: string[]): Promise<void> {
  const variables = { DATA_DIR: home.dataDir, HTTP_PORT: String(home.ports.http) }
  const { status, errors } = await runProgram('rookery', args, variables)
  if (status !== 0) throw new Error(`rookery ${args.join(' ')} ended with ${status}: ${errors}`)
}

async function power(endpoint: typeof startGameServer | typeof stopGameServer, id: number): Promise<number> {
  const { task_id } = await api.call(endpoint, { params: { server: String(id) } })
  await waitFor('the task has ended', async () => {
    const { status } = await api.call(readTask, { params: { id: String(task_id) } })
    return !['waiting', 'working'].includes(status)
  })
  return task_id
}

test('a game made after the backup runs on and is adopted with its settings; kept files are listed and deleted', async () => {
  const backup = join(home.dataDir, 'c.zip')
  const gone = await api.createArena('Gone', false)
  await api.waitForState(gone, 'stopped')
  await rookeryCommand('backup', backup)
  const later = await api.createArena('Later')
  await api.waitForState(later, 'running')
  const before = await api.call(readGameServer, { params: { server: String(later) } })
  await api.call(deleteGameServer, { params: { server: String(gone) }, query: { files: 'keep' } })
  await rookery.interrupt()
  await rookeryCommand('restore', '--force', backup)
  await start()
  const params = { id: '1' }
  await waitFor('the node is back', async () => (await api.call(listNodes, {}))[0]?.online === true)
  // What the node had kept of it is a game server of this panel again.
  await api.waitForState(gone, 'stopped')
  const found = await api.call(listUnknownServers, { params })
  expect(found).toMatchObject([{ name: 'Later', template: 'arena', state: 'running', port: before.port }])
  const uuid = found[0]?.uuid ?? ''
  const taken = await api.call(readGameServer, { params: { server: String(gone) } })
  const clash = api.call(adoptUnknownServer, { params: { ...params, uuid }, body: { port: taken.port } })
  await expect(clash).rejects.toThrow(
    new RegExp(`409.*port ${taken.port} \\(game\\) belongs to another.*Gone.*Choose other ports`),
  )
  const port = await freePort()
  const adopted = await api.call(adoptUnknownServer, { params: { ...params, uuid }, body: { port } })
  made.push(adopted.id)
  const line = new RegExp(`"event":"node.server_adopted".*"game_server_id":${adopted.id}`)
  await waitFor('its line in the audit log', () => line.test(panelLog()))
  await waitFor('its entry in the activity', async () => {
    const entries = await api.call(listGameServerActivity, {
      params: { server: String(adopted.id) },
      query: {},
    } as never)
    return entries.some(({ what, by }) => what === 'created' && by?.login === administrator.login)
  })
  expect(adopted.not_restored).toEqual(['permissions'])
  await api.waitForState(adopted.id, 'running')
  const after = await api.call(readGameServer, { params: { server: String(adopted.id) } })
  expect(after).toMatchObject({ name: 'Later', port, variables: before.variables })
  expect(after.state_changed_at).toBe(before.state_changed_at)
  expect(await api.call(listUnknownServers, { params })).toEqual([])

  await api.call(deleteGameServer, { params: { server: String(gone) }, query: { files: 'keep' } })
  await waitFor('its files are listed', async () => {
    const [stored] = await api.call(listUnknownServers, { params })
    return stored?.name === 'Gone' && stored.state === null
  })
  const [stored] = await api.call(listUnknownServers, { params })
  await api.call(deleteUnknownServer, { params: { ...params, uuid: stored?.uuid ?? '' } })
  await waitFor('the line of the deletion', () => /"event":"node.server_deleted"/.test(panelLog()))
  await waitFor('its files are gone', async () => {
    return (await api.call(listUnknownServers, { params })).length === 0
  })
})

test('after a restore every task is done, and a new game server gets what no other ever had', async () => {
  const id = await api.createArena('Old', false)
  made.push(id)
  await api.waitForState(id, 'stopped')
  const backup = join(home.dataDir, 'b.zip')
  await rookeryCommand('backup', backup)
  const before = [
    await power(startGameServer, id),
    await power(stopGameServer, id),
    await power(startGameServer, id),
    await power(stopGameServer, id),
  ]
  await rookery.interrupt()
  await rookeryCommand('restore', '--force', backup)
  await start()
  await waitFor('the node is back', async () => (await api.call(listNodes, {}))[0]?.online === true)
  const again = await power(startGameServer, id)
  expect(before).toContain(again)
  await api.waitForState(id, 'running')
  const next = await api.createArena('New')
  made.push(next)
  await api.waitForState(next, 'running')
})
