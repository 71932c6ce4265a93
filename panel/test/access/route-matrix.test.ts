import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { type TokenAbility, tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiDocPaths } from '../../src/platform/api-description/api-docs.ts'
import { callByName, type Ids, type Met, metIn, namesOfAll, unknownId } from '../harmless-calls.ts'
import { createAccount, createKey } from '../service-accounts/service-account-tools.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { decidedNames, metByServiceAccount, metByToken } from '../tokens/decided-routes.ts'
import { addGameServer, createToken, restrictedSession } from '../tokens/people.ts'
import { type Asked, createUser, done, setPermissions } from './people.ts'
import { type CallerKind, callerKinds, routeMatrix } from './route-matrix.ts'

let panel: TestPanel
const bearers = new Map<CallerKind, string | null>()
let theirs: Ids
let owned: Ids
const serverAbilities = (Object.keys(tokenAbilities) as TokenAbility[]).filter(it => it.startsWith('server:'))
const tokensOf: Record<'a-token' | 'u-token', readonly TokenAbility[]> = {
  'a-token': ['server:list'],
  'u-token': serverAbilities,
}
const ofAdministrators: CallerKind[] = ['admin', 'direct', 'a-token', 's-admin']

beforeAll(async () => {
  panel = await startTestPanel()
  const admin: Asked = { panel, sessionToken: await panel.signIn() }
  const gameServer = await addGameServer(panel, 'the one')
  const { task_id } = await done(admin, 'POST', `/api/servers/${gameServer}/start`)
  theirs = { servers: gameServer, tasks: task_id }
  owned = await ownServer(admin)

  const [nothing, common, all14, nodes, direct, holder] = [
    await createUser(admin),
    await createUser(admin),
    await createUser(admin),
    await createUser(admin),
    await createUser(admin),
    await createUser(admin),
  ]
  const everything = Object.fromEntries(gameServerPermissionNames.map(name => [name, true]))
  const services = [await createAccount(admin, ['admin']), await createAccount(admin)] as const
  await setPermissions(admin, services[1].id, gameServer, everything)
  await setPermissions(admin, common.id, gameServer, { 'game-server-common': true })
  await setPermissions(admin, all14.id, gameServer, everything)
  const onNodes = ['view', 'create', 'edit', 'delete'].map(permission => ({
    permission,
    effect: 'allow',
    object_type: 'node',
  }))
  await done(admin, 'PUT', `/api/users/${nodes.id}/permissions`, onNodes)
  const administration = [{ permission: 'admin roles & permissions', effect: 'allow' }]
  await done(admin, 'PUT', `/api/users/${direct.id}/permissions`, administration)

  const { id: plan_id } = await done(admin, 'POST', '/api/plans', { name: 'Starter' })
  await done(admin, 'PUT', `/api/users/${holder.id}/plan`, { plan_id })

  bearers.set('nobody', null)
  for (const [kind, person] of Object.entries({ nothing, common, all14, nodes, direct, holder })) {
    bearers.set(kind as CallerKind, person.sessionToken)
  }
  bearers.set('admin', admin.sessionToken)
  bearers.set('late', await restrictedSession(panel, 1))
  bearers.set('a-token', await createToken(panel, admin.sessionToken, ['server:list']))
  bearers.set('s-admin', (await createKey(admin, services[0].id)).key)
  bearers.set('s-all14', (await createKey(admin, services[1].id)).key)
  bearers.set('u-token', await createToken(panel, all14.sessionToken, serverAbilities))
})
afterAll(() => panel.stop())

/** It runs, so that its owner is let in to delete it, and does not. */
async function ownServer(admin: Asked): Promise<Ids> {
  const owner = await createUser(admin)
  bearers.set('owner', owner.sessionToken)
  const server = await addGameServer(panel, 'their own')
  await done(admin, 'PUT', `/api/servers/${server}`, { owner_id: owner.id })
  const { task_id } = await done(admin, 'POST', `/api/servers/${server}/start`)
  await panel.db.updateTable('game_servers').set({ state: 'running' }).where('id', '=', server).execute()
  return { servers: server, tasks: task_id }
}

/** The descriptions of the API are no routes of a feature. */
const unlisted = apiDocPaths.map(path => `GET ${path}`)

describe('5.6 the route matrix', () => {
  test('every route and channel of the panel has its row, and every row its route', () => {
    const rows = [...routeMatrix.keys()].toSorted()
    expect(rows).toEqual([...namesOfAll(panel), ...unlisted].toSorted())
  })

  test.each(callerKinds)('5.6 (T-053) %s is let in exactly where the table says so', async kind => {
    const idsOfOthers = kind === 'owner' ? owned : theirs
    const ids = ofAdministrators.includes(kind) ? {} : idsOfOthers
    const met: Record<string, Met> = {}
    const expected: Record<string, Met> = {}
    for (const [name, row] of routeMatrix) {
      met[name] = metIn(await callByName(panel, name, bearers.get(kind) ?? null, ids))
      expected[name] = row[kind]
    }
    expect(met).toEqual(expected)
  })

  test.each(['a-token', 'u-token'] as const)(
    '5.2 (A02, A13) what %s meets is what the decisions say about access tokens, route by route',
    kind => {
      const columns = [...routeMatrix].filter(([name]) => !name.startsWith('WS '))
      const inMatrix = columns.map(([name, row]) => [name, row[kind] === '404' ? 'ok' : row[kind]])
      const decided = columns.map(([name, row]) => [name, metByToken(name, tokensOf[kind], row.nobody)])
      expect(Object.fromEntries(inMatrix)).toEqual(Object.fromEntries(decided))
    },
  )

  test.each([
    ['s-admin', 'admin'],
    ['s-all14', 'all14'],
  ] as const)(
    '%s meets what a person with the same rights meets, but what belongs to people',
    (kind, like) => {
      for (const [name, row] of routeMatrix) {
        expect([name, row[kind]]).toEqual([name, metByServiceAccount(name, row[like])])
      }
    },
  )

  test('5.2 the decisions about access tokens name only routes that there are', () => {
    expect(decidedNames.filter(name => !routeMatrix.has(name))).toEqual([])
  })

  test('5.6 what the table calls is harmless: the game server is there, and nothing has the unknown id', async () => {
    const rows = await panel.db.selectFrom('game_servers').select('id').orderBy('id').execute()
    expect(rows).toEqual([{ id: theirs.servers }, { id: owned.servers }])
    expect(rows).not.toContainEqual({ id: unknownId })
  })
})
