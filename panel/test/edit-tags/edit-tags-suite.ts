// `If-Match`: of two people who edit the same thing the second one is told, wherever that can happen, on any database.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Asked, createRole, createUser, done, setPermissions } from '../access/people.ts'
import { addTemplate, gameTemplate } from '../game-servers/a-game.ts'
import { nameOf } from '../harmless-calls.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'

interface Edited {
  path: string
  /** Where its state is read; the same place when left out. */
  readPath?: string
  /** What differs from what was there before, each time it is called. */
  change(round: number): object
}

export function editTagsSuite(variablesOf: () => Promise<Record<string, string>>): void {
  let panel: TestPanel
  let admin: Asked
  let server: number
  let template_id: number
  beforeAll(async () => {
    panel = await startTestPanel({ variables: await variablesOf() })
    admin = { panel, sessionToken: await panel.signIn() }
    const node_id = (await panel.app.nodes.create('node')).id
    template_id = await addTemplate(panel)
    const body = { name: 'castle', node_id, template_id, install: false }
    server = (await done(admin, 'POST', '/api/servers', body)).id
  })
  afterAll(() => panel.stop())

  const tagAt = async (path: string): Promise<string> => {
    const answer = await panel.request('GET', path, { sessionToken: admin.sessionToken })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return answer.headers.get('etag') ?? ''
  }
  const write = (path: string, body: object, ifMatch?: string) =>
    panel.request(path === '/api/settings' ? 'PATCH' : 'PUT', path, {
      sessionToken: admin.sessionToken,
      body,
      headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
    })

  const cases: Record<string, () => Promise<Edited>> = {
    'PUT /api/users/{id}': async () => ({
      path: `/api/users/${(await createUser(admin)).id}`,
      change: round => (round % 2 ? { name: `Mia ${round}` } : { roles: round % 4 ? [] : ['user'] }),
    }),
    'PUT /api/users/{id}/suspension': async () => {
      const readPath = `/api/users/${(await createUser(admin)).id}`
      return { path: `${readPath}/suspension`, readPath, change: round => ({ reason: `reason ${round}` }) }
    },
    'PUT /api/servers/{server}/suspension': async () => {
      const body = { name: 'suspended', template_id, install: false }
      const node_id = (await panel.app.nodes.create('another')).id
      const { id } = await done(admin, 'POST', '/api/servers', { ...body, node_id })
      const readPath = `/api/servers/${id}`
      return { path: `${readPath}/suspension`, readPath, change: round => ({ reason: `reason ${round}` }) }
    },
    'PUT /api/service-accounts/{id}': async () => {
      const login = `bot-${randomUUID().slice(0, 8)}`
      const { id } = await done(admin, 'POST', '/api/service-accounts', { login })
      return {
        path: `/api/service-accounts/${id}`,
        change: round => (round % 2 ? { name: `Bot ${round}` } : { disabled: round % 4 === 2 }),
      }
    },
    'PUT /api/roles/{id}': async () => ({
      path: `/api/roles/${(await createRole(admin, [])).id}`,
      change: round => {
        const entry = { permission: 'game-server-common', effect: round % 4 ? 'allow' : 'deny' }
        return round % 2 ? { title: `Helpers ${round}` } : { entries: [entry] }
      },
    }),
    'PUT /api/plans/{id}': async () => {
      const { id } = await done(admin, 'POST', '/api/plans', { name: `Plan ${randomUUID()}` })
      return {
        path: `/api/plans/${id}`,
        change: round => (round % 2 ? { limits: { servers: round } } : { counted_only: round % 4 === 2 }),
      }
    },
    'PUT /api/templates/{id}': async () => {
      const own = await addTemplate(panel)
      const { template } = await done(admin, 'GET', `/api/templates/${own}`)
      const textOf = (name: string) => JSON.stringify({ ...gameTemplate(), slug: template.slug, name })
      return { path: `/api/templates/${own}`, change: round => ({ text: textOf(`Game ${round}`) }) }
    },
    'PUT /api/servers/{server}': async () => ({
      path: `/api/servers/${server}`,
      change: round => (round % 2 ? { name: `castle ${round}` } : { rcon_password: `a password ${round}` }),
    }),
    'PUT /api/servers/{server}/settings': async () => ({
      path: `/api/servers/${server}/settings`,
      change: round => ({
        variables: round % 2 ? { PLAYERS: `${round + 1}` } : { JOIN_PASSWORD: `password ${round}` },
      }),
    }),
    'PUT /api/servers/{server}/tasks/{id}': async () => {
      const schedule = { name: 'nightly', action: 'restart', timing: { by: 'cron', expression: '0 4 * * *' } }
      const { id } = await done(admin, 'POST', `/api/servers/${server}/tasks`, schedule)
      const path = `/api/servers/${server}/tasks/${id}`
      return { path, change: round => ({ ...schedule, name: `nightly ${round}` }) }
    },
    'PUT /api/nodes/{id}': async () => ({
      path: `/api/nodes/${(await panel.app.nodes.create('spare')).id}`,
      change: round => (round % 2 ? { name: `spare ${round}` } : { sftp: { port: 20_000 + round } }),
    }),
    'PUT /api/webhooks/{id}': async () => {
      const webhook = {
        ...{ name: 'team', format: 'rookery', kinds: ['node.online'], server_ids: null, enabled: true },
        url: 'https://hooks.example/first',
      }
      const { id } = await done(admin, 'POST', '/api/webhooks', webhook)
      const changed = (round: number) =>
        round % 2 ? { name: `team ${round}` } : { url: `https://hooks.example/${round}` }
      return { path: `/api/webhooks/${id}`, change: round => ({ ...webhook, ...changed(round) }) }
    },
    'PUT /api/backup-storages/{id}': async () => {
      const place = { kind: 's3', endpoint: 'https://s3.example', bucket: 'games', access_key_id: 'key' }
      const storage = { name: 'cloud', place, secret: 'a secret' }
      const { id } = await done(admin, 'POST', '/api/backup-storages', storage)
      const changed = (round: number) =>
        round % 2 ? { name: `cloud ${round}` } : { secret: `a secret ${round}` }
      return { path: `/api/backup-storages/${id}`, change: round => ({ ...storage, ...changed(round) }) }
    },
    'PUT /api/database-hosts/{id}': async () => {
      const place = { kind: 'mysql', address: 'db.test', port: 3306, user: 'root', password: 'secret' }
      const host = { name: `main ${randomUUID()}`, ...place }
      const { id } = await done(admin, 'POST', '/api/database-hosts', host)
      const changed = (round: number) =>
        round % 2 ? { max_databases: round + 1 } : { password: `secret ${round}` }
      return { path: `/api/database-hosts/${id}`, change: round => ({ ...host, ...changed(round) }) }
    },
    'PUT /api/permission-presets/{preset}': async () => ({
      path: '/api/permission-presets/viewer',
      change: round => ({
        permissions: ['game-server-common', ...(round % 2 ? ['game-server-start'] : [])],
      }),
    }),
    'PATCH /api/settings': async () => ({
      path: '/api/settings',
      change: round => ({ upload_archives: round % 2 === 1 }),
    }),
  }

  test('every route that is described to take If-Match has a case here', () => {
    const taking = panel.app.routes.filter(
      ({ endpoint }) => endpoint.takes?.includes('If-Match') && !endpoint.bytes,
    )
    expect(taking.map(nameOf).toSorted()).toEqual(Object.keys(cases).toSorted())
  })

  describe.each(Object.entries(cases))('%s', (_name, editedOf) => {
    test('refuses a change of what somebody else has changed, and changes nothing then', async () => {
      const { path, readPath = path, change } = await editedOf()
      const readTag = () => tagAt(readPath)
      const seen = await readTag()
      expect(seen).toMatch(/^W\/"[\w-]{22}"$/)
      expect(await readTag()).toBe(seen)
      for (const round of [1, 2, 3, 4]) {
        const before = await readTag()
        expect((await write(path, change(round))).status, 'without the header nobody asks').toBe(200)
        const after = await readTag()
        expect(after).not.toBe(before)
        const refused = await write(path, change(round + 10), before)
        expect([refused.status, refused.json.code]).toEqual([412, 'precondition_failed'])
        expect(await readTag()).toBe(after)
      }
      const [present, outdated] = [await readTag(), seen]
      const accepted = await write(path, change(21), `${outdated}, ${present}`)
      expect(accepted.status, accepted.text).toBe(200)
      const given = accepted.headers.get('etag')
      if (given !== null) expect(given).toBe(await readTag())
      // As strong as a proxy or a client may make it.
      expect((await write(path, change(22), (await readTag()).replace('W/', ''))).status).toBe(200)
      expect((await write(path, change(23), '*')).status).toBe(200)
      expect((await write(path, change(24), 'not a tag')).status).toBe(400)
    })

    test('of many who have read the same state one changes it', async () => {
      const { path, readPath = path, change } = await editedOf()
      const readTag = () => tagAt(readPath)
      await write(path, change(30))
      const tag = await readTag()
      const all = await Promise.all(Array.from({ length: 8 }, () => write(path, change(31), tag)))
      expect(all.map(({ status }) => `${status}`).toSorted()).toEqual(['200', ...Array(7).fill('412')])
    })
  })

  test('settings and details of a server are two things: who edits one is not told of the other', async () => {
    const [details, settings] = [
      await tagAt(`/api/servers/${server}`),
      await tagAt(`/api/servers/${server}/settings`),
    ]
    await done(admin, 'PUT', `/api/servers/${server}/settings`, { variables: { PLAYERS: '42' } })
    expect(await tagAt(`/api/servers/${server}`)).toBe(details)
    await done(admin, 'PUT', `/api/servers/${server}`, { tags: ['old'] })
    expect(await tagAt(`/api/servers/${server}/settings`)).not.toBe(settings)
    expect((await write(`/api/servers/${server}`, { tags: [] }, details)).status).toBe(412)
  })

  test('a tag is the same for whoever may read less', async () => {
    const friend = await createUser(admin)
    await setPermissions(admin, friend.id, server, {
      'game-server-common': true,
      'game-server-settings': true,
    })
    const { sessionToken } = friend
    for (const path of [`/api/servers/${server}`, `/api/servers/${server}/settings`]) {
      const theirs = await panel.request('GET', path, { sessionToken })
      expect(theirs.headers.get('etag')).toBe(await tagAt(path))
    }
  })
}
