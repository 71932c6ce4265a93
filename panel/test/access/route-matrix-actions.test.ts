// 5.6: each permission on a game server opens exactly what belongs to it.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { callByName, type Met, metIn } from '../harmless-calls.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { tellingSets } from '../telling-sets.ts'
import { addGameServer } from '../tokens/people.ts'
import { openChannel } from './open-channel.ts'
import { type Asked, createUser, done, type Made, setPermissions } from './people.ts'

/** The permissions that each action needs, beside the basic privileges. */
const actions: Record<string, GameServerPermission | readonly GameServerPermission[]> = {
  'GET /api/servers/{server}': 'game-server-common',
  'GET /api/servers/{server}/abilities': 'game-server-common',
  'GET /api/servers/{server}/activity': 'game-server-common',
  'GET /api/servers/{server}/power': 'game-server-common',
  'POST /api/servers/{server}/power': 'game-server-common',
  'GET /api/servers/{server}/settings': 'game-server-settings',
  'PUT /api/servers/{server}/settings': 'game-server-settings',
  'POST /api/servers/{server}/repair': ['game-server-settings', 'game-server-start'],
  'POST /api/servers/{server}/start': 'game-server-start',
  'POST /api/servers/{server}/stop': 'game-server-stop',
  'POST /api/servers/{server}/kill': 'game-server-stop',
  'POST /api/servers/{server}/restart': 'game-server-restart',
  'POST /api/servers/{server}/install': 'game-server-update',
  'POST /api/servers/{server}/reinstall': 'game-server-update',
  'POST /api/servers/{server}/update': 'game-server-update',
  'POST /api/servers/{server}/pause': 'game-server-pause',
  'POST /api/servers/{server}/resume': 'game-server-pause',
  'GET /api/servers/{server}/metrics': 'game-server-metrics',
  'GET /api/servers/{server}/metrics/history': 'game-server-metrics',
  'GET /api/servers/{server}/console': 'game-server-console-view',
  'POST /api/servers/{server}/console': 'game-server-console-send',
  'POST /api/servers/{server}/rcon': 'game-server-rcon-console',
  'GET /api/servers/{server}/rcon/features': 'game-server-rcon-console',
  'GET /api/servers/{server}/players': 'game-server-rcon-players',
  'GET /api/servers/{server}/players/recent': 'game-server-rcon-players',
  'GET /api/servers/{server}/players/bans': 'game-server-rcon-players',
  'POST /api/servers/{server}/players/unban': 'game-server-rcon-players',
  'POST /api/servers/{server}/players/kick': 'game-server-rcon-players',
  'POST /api/servers/{server}/players/ban': 'game-server-rcon-players',
  'POST /api/servers/{server}/players/message': 'game-server-rcon-players',
  'GET /api/servers/{server}/query': 'game-server-common',
  'GET /api/servers/{server}/tasks': 'game-server-tasks',
  'GET /api/servers/{server}/task-options': 'game-server-tasks',
  'GET /api/servers/{server}/task-runs': 'game-server-tasks',
  'POST /api/servers/{server}/tasks': 'game-server-tasks',
  'GET /api/servers/{server}/tasks/{id}': 'game-server-tasks',
  'PUT /api/servers/{server}/tasks/{id}': 'game-server-tasks',
  'DELETE /api/servers/{server}/tasks/{id}': 'game-server-tasks',
  'GET /api/servers/{server}/tasks/{id}/runs': 'game-server-tasks',
  'POST /api/servers/{server}/tasks/{id}/run': 'game-server-tasks',
  'POST /api/servers/{server}/tasks/{id}/runs/{run}/cancel': 'game-server-tasks',
  'GET /api/servers/{server}/files': 'game-server-files',
  'GET /api/servers/{server}/files/content': 'game-server-files',
  'PUT /api/servers/{server}/files/content': 'game-server-files',
  'POST /api/servers/{server}/files/upload': 'game-server-files',
  'GET /api/servers/{server}/files/download': 'game-server-files',
  'POST /api/servers/{server}/files/mkdir': 'game-server-files',
  'POST /api/servers/{server}/files/rename': 'game-server-files',
  'POST /api/servers/{server}/files/copy': 'game-server-files',
  'POST /api/servers/{server}/files/delete': 'game-server-files',
  'POST /api/servers/{server}/files/chmod': 'game-server-files',
  'POST /api/servers/{server}/files/archive': 'game-server-files',
  'POST /api/servers/{server}/files/extract': 'game-server-files',
  'GET /api/servers/{server}/files/hash': 'game-server-files',
  'GET /api/servers/{server}/files/search': 'game-server-files',
  'GET /api/servers/{server}/files/usage': 'game-server-files',
  'GET /api/servers/{server}/files/upload-rules': 'game-server-files',
  'OPTIONS /api/servers/{server}/files/uploads': 'game-server-files',
  'POST /api/servers/{server}/files/uploads': 'game-server-files',
  'HEAD /api/servers/{server}/files/uploads/{upload}': 'game-server-files',
  'PATCH /api/servers/{server}/files/uploads/{upload}': 'game-server-files',
  'DELETE /api/servers/{server}/files/uploads/{upload}': 'game-server-files',
  'OPTIONS /api/servers/{server}/files/transfers': 'game-server-files',
  'POST /api/servers/{server}/files/transfers': 'game-server-files',
  'HEAD /api/servers/{server}/files/transfers/{upload}': 'game-server-files',
  'PATCH /api/servers/{server}/files/transfers/{upload}': 'game-server-files',
  'DELETE /api/servers/{server}/files/transfers/{upload}': 'game-server-files',
  'GET /api/servers/{server}/backups/state': 'game-server-files',
  'GET /api/servers/{server}/backups': 'game-server-files',
  'POST /api/servers/{server}/backups': 'game-server-files',
  'PATCH /api/servers/{server}/backups/{backup}': 'game-server-files',
  'DELETE /api/servers/{server}/backups/{backup}': 'game-server-settings',
  'POST /api/servers/{server}/backups/{backup}/restore': ['game-server-files', 'game-server-update'],
  'GET /api/servers/{server}/backups/{backup}/files': 'game-server-files',
  'GET /api/servers/{server}/backups/{backup}/files/search': 'game-server-files',
  'GET /api/servers/{server}/backups/{backup}/files/content': 'game-server-files',
  'GET /api/servers/{server}/backups/{backup}/download': 'game-server-files',
  'GET /api/servers/{server}/backups/{backup}/compare': 'game-server-files',
  'GET /api/servers/{server}/backups/rollback': 'game-server-files',
  'POST /api/servers/{server}/backups/rollback': [
    'game-server-files',
    'game-server-update',
    'game-server-settings',
    'game-server-start',
  ],
  'GET /api/servers/{server}/backups/settings': 'game-server-settings',
  'PUT /api/servers/{server}/backups/settings': 'game-server-settings',
  'GET /api/servers/{server}/databases': 'game-server-settings',
  'GET /api/servers/{server}/databases/hosts': 'game-server-settings',
  'GET /api/servers/{server}/databases/sizes': 'game-server-settings',
  'POST /api/servers/{server}/databases': 'game-server-settings',
  'GET /api/servers/{server}/databases/{database}/connection': 'game-server-settings',
  'POST /api/servers/{server}/databases/{database}/password': 'game-server-settings',
  'DELETE /api/servers/{server}/databases/{database}': 'game-server-settings',
  'GET /api/servers/{server}/sftp': 'game-server-files',
  'WS /api/ws/servers/{server}/console': 'game-server-console-view',
  'WS /api/ws/servers/{server}/attach': ['game-server-console-view', 'game-server-console-send'],
  'WS /api/ws/servers/{server}/metrics': 'game-server-metrics',
}

/** Following a task needs what asking for it needs. */
const followed: Record<string, GameServerPermission> = {
  start: 'game-server-start',
  stop: 'game-server-stop',
  kill: 'game-server-stop',
  restart: 'game-server-restart',
  install: 'game-server-update',
  reinstall: 'game-server-update',
  update: 'game-server-update',
  pause: 'game-server-pause',
  resume: 'game-server-pause',
  archive: 'game-server-files',
  extract: 'game-server-files',
}

/** Tasks that are not asked for by their name alone. */
const orders: Record<string, [string, object]> = {
  archive: ['files/archive', { paths: ['maps'], format: 'zip', target: 'maps.zip' }],
  extract: ['files/extract', { path: 'maps.zip' }],
}

let panel: TestPanel
let admin: Asked
let person: Made
let gameServer: number
const tasks: Record<string, number> = {}
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  gameServer = await addGameServer(panel, 'the one')
  await addGameServer(panel, 'another')
  for (const kind of Object.keys(followed)) {
    const [path, body] = orders[kind] ?? [kind]
    tasks[kind] = (await done(admin, 'POST', `/api/servers/${gameServer}/${path}`, body)).task_id
  }
  person = await createUser(admin)
})
afterAll(() => panel.stop())

async function give(held: readonly GameServerPermission[]): Promise<void> {
  const wanted = gameServerPermissionNames.map(name => [name, held.includes(name)])
  await setPermissions(admin, person.id, gameServer, Object.fromEntries(wanted))
}

async function metEverywhere(): Promise<Record<string, Met>> {
  const met: Record<string, Met> = {}
  const ids = { servers: gameServer }
  for (const name of Object.keys(actions)) {
    const answer = metIn(await callByName(panel, name, person.sessionToken, ids))
    // Whoever is let in may find that the second id of a path names nothing.
    met[name] = answer === '404' ? 'ok' : answer
  }
  for (const kind of Object.keys(followed)) {
    for (const name of ['GET /api/tasks/{id}', 'GET /api/tasks/{id}/output', 'WS /api/ws/tasks/{id}']) {
      const answer = await callByName(panel, name, person.sessionToken, { tasks: tasks[kind] ?? 0 })
      met[`${name} of ${kind}`] = metIn(answer)
    }
  }
  return met
}

function expectedWhere(isOpen: (needed: GameServerPermission) => boolean): Record<string, Met> {
  const met = (needed: GameServerPermission | readonly GameServerPermission[]): Met =>
    [needed].flat().every(isOpen) ? 'ok' : '403'
  const ofTasks = Object.entries(followed).flatMap(([kind, needed]) =>
    ['GET /api/tasks/{id}', 'GET /api/tasks/{id}/output', 'WS /api/ws/tasks/{id}'].map(name => [
      `${name} of ${kind}`,
      met(needed),
    ]),
  )
  return Object.fromEntries([
    ...Object.entries(actions).map(([name, needed]) => [name, met(needed)]),
    ...ofTasks,
  ])
}

async function listed(path: string): Promise<{ id: number; kind?: string }[]> {
  return (await panel.request('GET', path, { sessionToken: person.sessionToken })).json
}

describe('5.6 permissions and actions', () => {
  test('5.6 (C178) every route and channel on a game server stands in the table, and every permission', () => {
    const { routes, channels } = panel.app
    const names = [
      ...routes.map(({ endpoint, access }) => ({ name: `${endpoint.method} ${endpoint.path}`, access })),
      ...channels.map(({ path, access }) => ({ name: `WS ${path}`, access })),
    ]
    const onGameServers = names.filter(({ access }) => access.demand.who === 'on game server')
    expect(Object.keys(actions).toSorted()).toEqual(onGameServers.map(({ name }) => name).toSorted())
    const used = new Set(Object.values(actions).flat())
    expect(gameServerPermissionNames.filter(name => !used.has(name))).toEqual([])
  })

  const basic = 'game-server-common'
  const others: GameServerPermission[] = gameServerPermissionNames.filter(name => name !== basic)
  const sets = proofSize({
    short: tellingSets(others),
    proof: [[], ...others.map(name => [name]), ...others.map(name => others.filter(it => it !== name))],
  })
  test.each(sets.map(set => [set.join(', ') || 'nothing else', set] as const))(
    '5.6 (C178) the basic privileges with %s open what belongs to these',
    async (_, set) => {
      await give([basic, ...set])
      expect(await metEverywhere()).toEqual(expectedWhere(needed => needed === basic || set.includes(needed)))
      const kinds = new Set((await listed('/api/tasks')).map(task => task.kind ?? ''))
      const wanted = Object.entries(followed).flatMap(([kind, needed]) => (set.includes(needed) ? kind : []))
      expect([...kinds].toSorted()).toEqual(wanted.toSorted())
    },
  )

  test('5.6 (C178) what needs several opens with these alone, and with none of them missing', async () => {
    const ofSeveral = Object.entries(actions).filter(([, needed]) => typeof needed !== 'string')
    for (const [name, needed] of ofSeveral) {
      const all = [needed].flat()
      const met = async (held: GameServerPermission[]) => {
        await give([basic, ...held])
        return metIn(await callByName(panel, name, person.sessionToken, { servers: gameServer }))
      }
      expect(['ok', '404'], name).toContain(await met(all))
      for (const missing of all) {
        expect(await met(all.filter(it => it !== missing)), `${name} without ${missing}`).toBe('403')
      }
    }
  })

  test('5.6 (C179) the 13 others without the basic privileges open nothing and show nothing', async () => {
    await give(gameServerPermissionNames.slice(1))
    expect(await metEverywhere()).toEqual(expectedWhere(() => false))
    expect([await listed('/api/servers'), await listed('/api/tasks')]).toEqual([[], []])
    await give(['game-server-common'])
    expect((await listed('/api/servers')).map(({ id }) => id)).toEqual([gameServer])
  })

  test('6.2 the events channel tells of the tasks that the person may follow, and of no others', async () => {
    await give(['game-server-common', 'game-server-start'])
    const { socket, closed } = await openChannel(panel, person.sessionToken, '/api/ws/events')
    const reported: string[] = []
    socket.on('message', raw => {
      const { type, payload } = JSON.parse((raw as Buffer).toString()) as {
        type: string
        payload: { kind: string }
      }
      if (type === 'event.task') reported.push(payload.kind)
    })
    for (const kind of ['stop', 'install', 'restart', 'start']) {
      await done(admin, 'POST', `/api/servers/${gameServer}/${kind}`)
    }
    // They are told in order: whatever came before the start would be here by now.
    await expect.poll(() => reported, { timeout: 10_000 }).toEqual(['start'])
    socket.close()
    await closed
  })

  test('6.2 (C093) a command on the console channel needs console-send', async () => {
    const refusal = async () => {
      const { socket, closed } = await openChannel(
        panel,
        person.sessionToken,
        `/api/ws/servers/${gameServer}/console`,
      )
      const refused = new Promise<string>(resolve => {
        socket.on('message', raw => {
          const { type, payload } = JSON.parse((raw as Buffer).toString()) as {
            type: string
            payload: { code: string }
          }
          if (type === 'error') resolve(payload.code)
        })
      })
      socket.send(JSON.stringify({ type: 'console.command', payload: { command: 'say hello' } }))
      const code = await refused
      socket.close()
      await closed
      return code
    }
    await give(['game-server-common', 'game-server-console-view'])
    expect(await refusal()).toBe('forbidden')
    await give(['game-server-common', 'game-server-console-view', 'game-server-console-send'])
    expect(await refusal()).toBe('node_offline')
  })
})
