import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, addPerson, allow, createToken } from '../tokens/people.ts'

let panel: TestPanel
let admin: string
let first: number
let second: number
beforeAll(async () => {
  panel = await startTestPanel()
  admin = await panel.signIn()
  first = await addGameServer(panel, 'first')
  second = await addGameServer(panel, 'second')
})
afterAll(() => panel.stop())

let people = 0
async function person(...permissions: (typeof gameServerPermissionNames)[number][]): Promise<string> {
  people += 1
  const { id, sessionToken } = await addPerson(panel, `person-${people}`)
  if (permissions.length > 0) await allow(panel, id, permissions, first)
  return sessionToken
}

const post = async (path: string, sessionToken: string, body?: unknown) =>
  (await panel.request('POST', path, { sessionToken, ...(body === undefined ? {} : { body }) })).status
const namesOf = async (sessionToken: string, path = '/api/servers') => {
  const { status, json } = await panel.request('GET', path, { sessionToken })
  return status === 200 ? (json as { name: string }[]).map(({ name }) => name) : status
}
const countTasks = async () => (await panel.db.selectFrom('tasks').select('id').execute()).length

describe('the list of game servers', () => {
  test('4.2 (C073) holds what the caller may see; a token needs server:list', async () => {
    const owner = await person('game-server-common')
    expect(await namesOf(owner)).toEqual(['first'])
    expect(await namesOf(await createToken(panel, owner, ['server:list']))).toEqual(['first'])
    expect(await namesOf(await createToken(panel, owner, ['server:start']))).toBe(403)
    expect(await namesOf(await person())).toEqual([])
  })

  test('4.2 (C074) an administrator sees all of them, over the pages', async () => {
    expect(await namesOf(admin)).toEqual(['first', 'second'])
    expect(await namesOf(admin, '/api/servers?per_page=1')).toEqual(['first'])
    expect(await namesOf(admin, '/api/servers?per_page=1&page=2')).toEqual(['second'])
  })
})

describe('actions on a game server', () => {
  test('4.2 (C075) a restart needs the permission, and a token the ability as well', async () => {
    const may = await person('game-server-common', 'game-server-restart')
    const mayNot = await person('game-server-common', 'game-server-start')
    const path = `/api/servers/${first}/restart`
    expect(await post(path, may)).toBe(202)
    expect(await post(path, mayNot)).toBe(403)
    expect(await post(path, await createToken(panel, may, ['server:restart']))).toBe(202)
    expect(await post(path, await createToken(panel, mayNot, ['server:restart']))).toBe(403)
    expect(await post(path, await createToken(panel, admin, ['server:list']))).toBe(403)
    expect(await post(`/api/servers/${second}/restart`, may)).toBe(403)
    expect(await post('/api/servers/999999/restart', may)).toBe(403)
  })

  test('4.2 (C076) a body is ignored', async () => {
    for (const body of [{ force: true }, [], 'x', null]) {
      expect(await post(`/api/servers/${first}/restart`, admin, body)).toBe(202)
    }
  })

  const rights = {
    start: 'game-server-start',
    stop: 'game-server-stop',
    kill: 'game-server-stop',
    restart: 'game-server-restart',
    pause: 'game-server-pause',
    resume: 'game-server-pause',
    update: 'game-server-update',
    install: 'game-server-update',
    reinstall: 'game-server-update',
  } as const

  test.each(Object.entries(rights))(
    '4.2 %s needs %s and nothing else but the common one',
    async (action, right) => {
      const path = `/api/servers/${first}/${action}`
      const others = gameServerPermissionNames.filter(name => name !== right)
      expect(await post(path, await person('game-server-common', right))).toBe(202)
      expect(await post(path, await person(right))).toBe(403)
      expect(await post(path, await person(...others))).toBe(403)
    },
  )

  test('4.2 (C077) abilities are exactly what the caller may do there; a token cuts them', async () => {
    const owner = await person('game-server-common', 'game-server-start', 'game-server-console-view')
    const read = async (sessionToken: string, id = first) =>
      (await panel.request('GET', `/api/servers/${id}/abilities`, { sessionToken })).json as Record<
        string,
        boolean
      >
    const held = (answer: Record<string, boolean>) =>
      Object.entries(answer).flatMap(([name, isHeld]) => (isHeld ? [name] : []))
    const own = await read(owner)
    expect(Object.keys(own).toSorted()).toEqual([...gameServerPermissionNames].toSorted())
    expect(held(own).toSorted()).toEqual([
      'game-server-common',
      'game-server-console-view',
      'game-server-start',
    ])
    expect(held(await read(admin))).toHaveLength(14)
    const token = await createToken(panel, owner, ['server:start', 'server:stop'])
    expect(held(await read(token))).toEqual(['game-server-start'])
  })

  test('4.2 (C095) a wrong method carries nothing out, whatever a header says', async () => {
    const before = await countTasks()
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const { status } = await panel.request(method, `/api/servers/${first}/restart`, {
        sessionToken: admin,
        headers: { 'x-http-method-override': 'POST', 'x-method-override': 'POST' },
      })
      expect([404, 405], method).toContain(status)
    }
    expect(await countTasks()).toBe(before)
  })
})

describe('channels before the upgrade', () => {
  const paths = () => panel.app.channels.map(({ path }) => path.replace(/\{\w+\}/, String(first)))
  const shortLived = async () =>
    (await panel.request('POST', '/api/auth/short-lived-token', { sessionToken: admin })).json.token as string
  const get = async (path: string) => (await panel.request('GET', path)).status

  test('4.4 (C088) without an upgrade each answers 426, or why not', async () => {
    const taskId = (await panel.request('POST', `/api/servers/${first}/start`, { sessionToken: admin })).json
      .task_id
    for (const path of paths()) {
      const own = path.includes('/tasks/') ? `/api/ws/tasks/${taskId}` : path
      expect(await get(`${own}?token=${await shortLived()}`), own).toBe(426)
    }
  })

  test('4.4 (C089) no token, a session token, a personal access token, a spent and an unknown one are 401', async () => {
    const spent = await shortLived()
    await get(`/api/ws/events?token=${spent}`)
    const wrong = [null, admin, await createToken(panel, admin), spent, 'glst_unknown', 'glst_', '']
    for (const path of paths()) {
      for (const token of wrong) {
        const query = token === null ? '' : `?token=${encodeURIComponent(token)}`
        expect(await get(path + query), `${path} ${token?.slice(0, 6)}`).toBe(401)
      }
    }
  })
})
