// What the store of templates must do on every database.

import { randomUUID } from 'node:crypto'
import { template } from '@rookery/contracts/template.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VisibleObjects } from '../../src/features/access/logic/visible-objects.ts'
import { createTemplatesStore } from '../../src/features/templates/templates-store.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/platform/database/database.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../src/platform/database/database-errors.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { insertReturningId } from '../../src/platform/database/portable.ts'
import { gameTemplate } from '../game-servers/a-game.ts'

export function templatesStoreSuite(describeDatabase: () => Promise<DatabaseOptions>): void {
  let database: Database
  let store: ReturnType<typeof createTemplatesStore>
  let nodeId: number
  beforeAll(async () => {
    database = await openDatabase(await describeDatabase(), { info: () => {}, warn: () => {} })
    await migrate(database)
    store = createTemplatesStore(database.db)
    const rest = { ips: '[]', runtimes: '[]', limits: '{}', created_at: 1, updated_at: 1 }
    nodeId = await insertReturningId(database.db, 'nodes', { name: 'node', ...rest })
  })
  afterAll(() => database?.close())

  const aTemplate = (slug: string, game = 'Schach ♞') =>
    template.parse({ ...gameTemplate(), slug, name: slug, game })
  const add = (slug: string, game?: string) =>
    store.create({ template: aTemplate(slug, game), source: 'own' }, 1)
  const addGameServer = (templateId: number) =>
    insertReturningId(database.db, 'game_servers', {
      uuid: randomUUID(),
      name: 'x',
      node_id: nodeId,
      template_id: templateId,
      state: 'stopped',
      state_changed_at: 1,
      ip: '127.0.0.1',
      port: 1,
      query_port: null,
      rcon_port: null,
      rcon_password: null,
      tags: '[]',
      variables: '{}',
      process_manager: 'process',
      autostart: true,
      update_before_start: false,
      crash_policy: '{}',
      created_at: 1,
      updated_at: 1,
    })
  const revisionOf = async (id: number) => {
    const query = database.db.selectFrom('game_servers').select('revision').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).revision
  }

  test('a template comes back as it was written, and a slug is taken once', async () => {
    const id = await add('one')
    expect(await store.find(id)).toEqual({ id, source: 'own', template: aTemplate('one'), origin: null })
    expect(await store.holderOf('one')).toMatchObject({ id, source: 'own' })
    expect(await store.holderOf('two')).toBeNull()
    expect(await add('one').catch(isUniqueViolation)).toBe(true)
  })

  test('replacing it makes a new revision of its own game servers alone', async () => {
    const [changed, other] = [await add('changed'), await add('other')]
    const [first, second] = [await addGameServer(changed), await addGameServer(other)]
    const before = [await revisionOf(first), await revisionOf(second)]
    await store.replace(changed, { template: aTemplate('renamed'), source: 'own' }, 2)
    expect((await store.find(changed))?.template.slug).toBe('renamed')
    expect([await revisionOf(first), await revisionOf(second)]).toEqual([(before[0] ?? 0) + 1, before[1]])
  })

  test('games are counted, and a template that is used cannot go', async () => {
    const [first, second] = [await add('go-1', 'Go'), await add('go-2', 'Go')]
    await addGameServer(first)
    await addGameServer(first)
    const go = async (visible: VisibleObjects) =>
      (await store.games(visible)).find(({ game }) => game === 'Go')
    expect(await go({ all: true, except: [] })).toEqual({ game: 'Go', templates: 2, servers: 2 })
    expect(await go({ all: true, except: [first] })).toEqual({ game: 'Go', templates: 1, servers: 0 })
    expect(await go({ all: false, only: [first] })).toEqual({ game: 'Go', templates: 1, servers: 2 })
    expect(await go({ all: false, only: [] })).toBeUndefined()
    expect(await store.countGameServers(first)).toBe(2)
    expect(await store.remove(first).catch(isForeignKeyViolation)).toBe(true)
    await store.remove(second)
    expect(await store.find(second)).toBeNull()
  })
}
