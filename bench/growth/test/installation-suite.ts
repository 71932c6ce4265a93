// What holds for a generated installation on every database.

import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseOptions } from '../../../panel/src/platform/database/database.ts'
import { openDatabase } from '../../../panel/src/platform/database/database.ts'
import { migrate } from '../../../panel/src/platform/database/migrate.ts'
import type { Schema } from '../../../panel/src/platform/database/schema.ts'
import { startTestPanel, type TestPanel } from '../../../panel/test/start-test-panel.ts'
import { everybodysPassword, fillInstallation } from '../filling/fill-installation.ts'
import {
  administratorNumber,
  firstOrdinary,
  firstOwner,
  firstSupporter,
  loginOf,
  ownedGameServers,
} from '../logic/people.ts'
import type { Sizes } from '../logic/sizes.ts'
import { jtiOf, tokenText } from '../logic/tokens.ts'

/** Uneven on purpose: nothing divides into anything else. */
const sizes: Sizes = {
  nodes: 7,
  gameServers: 41,
  people: 123,
  permissionEntries: 1_357,
  personalAccessTokens: 131,
  revokedLoginSessions: 503,
  tasks: 83,
  activityLines: 211,
}

interface Place {
  database: DatabaseOptions
  panel: { dataDir: string; variables: Record<string, string> }
}

export function checkInstallation(name: string, placeOf: () => Promise<Place>): void {
  describe(`a generated installation on ${name}`, () => {
    let panel: TestPanel
    beforeAll(async () => {
      const place = await placeOf()
      const database = await openDatabase(place.database, { info: () => {}, warn: () => {} })
      await migrate(database)
      await fillInstallation(database, sizes, Date.now())
      await expect(fillInstallation(database, sizes, Date.now())).rejects.toThrow('empty database')
      await database.close()
      panel = await startTestPanel(place.panel)
    })
    afterAll(() => panel?.stop())

    test('there are as many of each as the sizes say, and the panel has added nobody', async () => {
      expect({
        nodes: await countOf(panel.db, 'nodes'),
        gameServers: await countOf(panel.db, 'game_servers'),
        people: await countOf(panel.db, 'users'),
        permissionEntries: await countOf(panel.db, 'user_permissions'),
        personalAccessTokens: await countOf(panel.db, 'personal_access_tokens'),
        revokedLoginSessions: await countOf(panel.db, 'revoked_login_sessions'),
        tasks: await countOf(panel.db, 'tasks'),
        activityLines: await countOf(panel.db, 'activity'),
      }).toEqual(sizes)
      expect(await countOf(panel.db, 'user_roles')).toBe(sizes.people)
    })

    test.each([
      ['the administrator', administratorNumber, sizes.gameServers],
      ['support', firstSupporter(), sizes.gameServers - 3],
      ['an owner', firstOwner(sizes), ownedGameServers],
      ['anybody', firstOrdinary(sizes) + 5, null],
      ['the last', sizes.people, null],
    ])('%s signs in and sees exactly what the entries allow', async (_, number, count) => {
      const sessionToken = await panel.signIn({ login: loginOf(number), password: everybodysPassword })
      const seen = await idsOf(panel, sessionToken)
      expect(seen).toEqual(await allowedIds(panel.db, number))
      expect(seen.length).toBeGreaterThan(0)
      if (count !== null) expect(seen.length).toBe(count)
    })

    test('a generated token works as its holder, another secret does not', async () => {
      const number = firstOwner(sizes)
      expect(await idsOf(panel, tokenText(number))).toEqual(await allowedIds(panel.db, number))
      const other = tokenText(number).replace(`${number}|`, `${number + 1}|`)
      expect((await panel.request('GET', '/api/servers', { sessionToken: other })).status).toBe(401)
    })

    test('new rows are counted on after the generated ones', async () => {
      const sessionToken = await panel.signIn({ login: 'admin', password: everybodysPassword })
      const node = await panel.request('POST', '/api/nodes', { sessionToken, body: { name: 'one more' } })
      expect(node.json.id).toBe(sizes.nodes + 1)
    })

    test('ended sessions are no shorter than real ones, and none is forgotten at once', async () => {
      expect(jtiOf(1)).toMatch(/^[\w-]{24}$/)
      await panel.app.keepHouse()
      expect(await countOf(panel.db, 'revoked_login_sessions')).toBe(sizes.revokedLoginSessions)
    })
  })
}

async function countOf(db: Kysely<Schema>, table: keyof Schema): Promise<number> {
  const query = db.selectFrom<keyof Schema>(table).select(({ fn }) => fn.countAll().as('rows'))
  return Number((await query.executeTakeFirstOrThrow()).rows)
}

async function idsOf(panel: TestPanel, sessionToken: string): Promise<number[]> {
  const { status, json } = await panel.request('GET', '/api/servers?per_page=1000', { sessionToken })
  expect(status).toBe(200)
  return (json as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b)
}

/** Told from the rows alone, by nothing that the panel decides with. */
async function allowedIds(db: Kysely<Schema>, userId: number): Promise<number[]> {
  const roles = await db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select('roles.name')
    .where('user_id', '=', userId)
    .execute()
  const entries = await db
    .selectFrom('user_permissions')
    .select(['effect', 'object_id'])
    .where('user_id', '=', userId)
    .where('permission', '=', 'game-server-common')
    .execute()
  const seesAll = roles.some(({ name }) => name === 'admin' || name === 'support')
  const named = (effect: string) => entries.filter(entry => entry.effect === effect).map(row => row.object_id)
  const all = await db.selectFrom('game_servers').select('id').orderBy('id').execute()
  const denied = named('deny')
  const allowed = named('allow')
  return all.map(({ id }) => id).filter(id => !denied.includes(id) && (seesAll || allowed.includes(id)))
}
