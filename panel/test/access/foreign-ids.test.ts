// What belongs to somebody else looks exactly like what does not exist, on every id of every route and channel.

import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { generalPermissionsIn } from '@rookery/contracts/permission-scopes.ts'
import { type TokenAbility, tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabasesStore } from '../../src/features/databases/databases-store.ts'
import { createOptionalSecretBox } from '../../src/platform/secret-box.ts'
import { addTemplate } from '../game-servers/a-game.ts'
import { callByName, type Ids, namesOfAll, unknownId } from '../harmless-calls.ts'
import { createPlan, givePlan } from '../plans/plan-tools.ts'
import { publicKey } from '../public-key.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, createToken, idOf } from '../tokens/people.ts'
import { type Asked, createRole, createUser, done, type Made, setPermissions } from './people.ts'

let panel: TestPanel
let first: Tenant
let second: Tenant

interface Tenant {
  person: Made
  token: string
  /** What is theirs, by the part of the path before the id. */
  ids: Ids
  /** A scheduled task of their game server, which the paths below it call by the same word as tasks of the node. */
  schedule: number
}

const serverAbilities = (Object.keys(tokenAbilities) as TokenAbility[]).filter(it => it.startsWith('server:'))

/** Somebody with all permissions on one game server, all general ones on its node, a task, a token and a role. */
async function createTenant(admin: Asked, name: string): Promise<Tenant> {
  const servers = await addGameServer(panel, name)
  const nodes: number = (await done(admin, 'GET', `/api/servers/${servers}`)).node_id
  const role = await createRole(admin, [])
  const person = await createUser(admin, [role.name])
  const everything = Object.fromEntries(gameServerPermissionNames.map(permission => [permission, true]))
  await setPermissions(admin, person.id, servers, everything)
  const onNode = generalPermissionsIn({ objectType: 'node', objectId: nodes }).map(permission => ({
    permission,
    effect: 'allow',
    object_type: 'node',
    object_id: nodes,
  }))
  await done(admin, 'PUT', `/api/users/${person.id}/permissions`, onNode)
  const own: Asked = { panel, sessionToken: person.sessionToken }
  const { task_id } = await done(own, 'POST', `/api/servers/${servers}/start`)
  const token = await createToken(panel, person.sessionToken, serverAbilities)
  const key = await done(own, 'POST', '/api/profile/ssh-keys', { name, public_key: publicKey(person.id) })
  const [session] = await done(own, 'GET', '/api/profile/sessions')
  const bulk = await done(own, 'POST', '/api/bulk-actions', { action: 'start', servers: [servers] })
  const templates = await addTemplate(panel)
  const plan = await createPlan(admin, { template_ids: [templates] })
  await givePlan(admin, person.id, plan.id)
  const ids = {
    servers,
    nodes,
    tasks: task_id,
    users: person.id,
    roles: role.id,
    tokens: idOf(token),
    keys: key.id,
    sessions: session.id,
    actions: bulk.id,
    templates,
    databases: await storeDatabase(servers),
    // Named by the game server.
    offers: servers,
  }
  const nightly = { name: 'nightly', action: 'restart', timing: { by: 'cron', expression: '0 4 * * *' } }
  const schedule: number = (await done(own, 'POST', `/api/servers/${servers}/tasks`, nightly)).id
  return { person, token, ids, schedule }
}

/** As one that is there, on a host that nobody asks. */
async function storeDatabase(server: number): Promise<number> {
  const host = { kind: 'mysql', address: '127.0.0.1', port: 9, user: 'root', password: 'secret' }
  const admin: Asked = { panel, sessionToken: await panel.signIn() }
  const { id: hostId } = await done(admin, 'POST', '/api/database-hosts', { name: `host ${server}`, ...host })
  const { uuid: serverUuid } = await done(admin, 'GET', `/api/servers/${server}`)
  const store = createDatabasesStore(panel.db, createOptionalSecretBox(null))
  const database = { serverUuid, hostId, label: 'Shop', name: `s${server}_shop`, password: 'secret' }
  const id = await store.begin(database, panel.clock.nowMs, async () => {})
  await store.setState(id, 'creating', 'ready', panel.clock.nowMs)
  return id
}

beforeAll(async () => {
  panel = await startTestPanel()
  const admin: Asked = { panel, sessionToken: await panel.signIn() }
  first = await createTenant(admin, 'of the first')
  second = await createTenant(admin, 'of the second')
})
afterAll(() => panel.stop())

/** Kinds of object in a path: `/api/users/{id}/servers/{server}` names users and servers. */
const kindsIn = (name: string) => [...name.matchAll(/(\w+)\/\{\w+\}/g)].map(match => match[1] ?? '')

/** Everything that a caller can tell two answers apart by, without the request's own id and time. */
async function answerTo(name: string, bearer: string, ids: Ids) {
  const { status, text, headers } = await callByName(panel, name, bearer, ids)
  const requestId = headers.get('x-request-id') ?? ''
  const visible = [...headers].filter(([header]) => !['x-request-id', 'date'].includes(header))
  return { status, text: text.replace(requestId, ''), headers: visible }
}

/** Resumable uploads of files, small and large. */
const isUpload = (object: string) => object === 'uploads' || object === 'transfers'

/** What is of a game server that the caller may see is not forbidden: it is not there. */
const isOfGameServer = (name: string, object: string) =>
  isUpload(object) ||
  object === 'backups' ||
  object === 'databases' ||
  (['tasks', 'runs'].includes(object) && name.includes('/api/servers/{server}/tasks/{id}'))

/** Of a schedule, and answered by the node: this one's daemon is too old for it. */
const isRun = (object: string) => object === 'runs'

/** What is of a person alone, or of their plan, is not there for anybody else; an access token is none of them. */
const isOfPerson = (name: string, object: string) =>
  name.includes('/api/profile/') && ['keys', 'sessions', 'offers', 'templates'].includes(object)

function refusalsOf(name: string, object: string, kind: 'session' | 'token'): number[] {
  if (isOfPerson(name, object)) return kind === 'session' ? [404] : [403]
  if ((isUpload(object) || ['backups', 'databases'].includes(object)) && kind === 'token') return [403]
  // No access token runs a schedule or cancels a run.
  if (kind === 'token' && name === 'GET /api/servers/{server}/tasks/{id}') return [403]
  if (kind === 'token' && /\/tasks\/\{id\}\/(run|runs\/\{run\}\/cancel)$/.test(name)) return [403]
  if (isRun(object)) return [409]
  // Whoever has a plan restores and ends what they deleted themselves.
  if (name.includes('/api/deleted-servers/')) return kind === 'session' ? [404] : [403]
  // Creating is for administrators alone.
  if (name.endsWith('/new-server')) return [403]
  // A PATCH without a body is refused before anything is looked for.
  if (isOfGameServer(name, object)) return name.startsWith('PATCH') ? [400, 404] : [404, 422]
  // Files for everybody: what is an id elsewhere is no name of one.
  if (object === 'daemon') return [404]
  // Open to everybody who is signed in; what does not run is not there.
  if (/plugins\/\{id\}\/(http|frontend)/.test(name)) return [403, 404]
  return kind === 'token' && name.startsWith('WS ') ? [401] : [403]
}

/** A07: only its owner may know more of a token than that it is there. */
const unlikeOthers = ['DELETE /api/tokens/{id}']

describe("T-045 another tenant's ids", () => {
  test.each(['session', 'token'] as const)(
    'T-045 with a %s every foreign id is answered like one that does not exist',
    async kind => {
      const bearer = kind === 'session' ? first.person.sessionToken : first.token
      const names = namesOfAll(panel).filter(name => name.includes('{') && !unlikeOthers.includes(name))
      expect(names.length).toBeGreaterThan(20)
      for (const name of names) {
        for (const object of kindsIn(name)) {
          const isNested = isOfGameServer(name, object)
          const own = second.ids[object] ?? 0
          const foreignId = isNested && object !== 'databases' ? second.schedule : own
          const foreign = await answerTo(name, bearer, { ...first.ids, [object]: foreignId })
          const missing = await answerTo(name, bearer, { ...first.ids, [object]: unknownId })
          expect(foreign, `${name}, ${object}`).toEqual(missing)
          expect(refusalsOf(name, object, kind), `${name}, ${object}`).toContain(foreign.status)
        }
      }
    },
  )

  test("T-045 (A07) another's access token stays, 403 and not 404", async () => {
    const revoke = (id: number | string = '') =>
      panel.request('DELETE', `/api/tokens/${id}`, { sessionToken: first.person.sessionToken })
    expect((await revoke(second.ids.tokens)).status).toBe(403)
    expect((await revoke(unknownId)).status).toBe(404)
    expect((await panel.request('GET', '/api/servers', { sessionToken: second.token })).status).toBe(200)
  })

  test('T-045 the own ids do open: the test above asks about doors that exist', async () => {
    const opened = ['GET /api/servers/{server}', 'GET /api/nodes/{id}', 'GET /api/tasks/{id}']
    for (const name of [...opened, 'WS /api/ws/tasks/{id}', 'WS /api/ws/servers/{server}/console']) {
      const { status } = await answerTo(name, first.person.sessionToken, first.ids)
      expect([200, 426], name).toContain(status)
    }
  })
})

describe('T-046 ids in filters and tasks of another game server', () => {
  const asked = async (path: string) =>
    (await panel.request('GET', path, { sessionToken: first.person.sessionToken })).json

  test('T-046 no list shows what is of another game server, whatever the filter', async () => {
    const paths = (ids: Ids) => [
      `/api/tasks?server=${ids.servers}`,
      `/api/tasks?node=${ids.nodes}`,
      `/api/servers?node=${ids.nodes}`,
    ]
    for (const path of paths(second.ids)) expect(await asked(path), path).toEqual([])
    for (const path of paths(first.ids)) expect(await asked(path), path).toHaveLength(1)
    const tasks = (await asked('/api/tasks')) as { id: number }[]
    expect(tasks.map(({ id }) => id)).toEqual([first.ids.tasks])
  })

  test('T-046 the task of one game server is not shown to somebody who may do everything on another', async () => {
    for (const name of ['GET /api/tasks/{id}', 'GET /api/tasks/{id}/output', 'WS /api/ws/tasks/{id}']) {
      const { status, text } = await answerTo(name, first.person.sessionToken, second.ids)
      expect(status, name).toBe(403)
      expect(text).not.toContain('start')
    }
  })
})
