// T-052: whatever is written beside the known fields of a body changes nothing, and is refused where a route creates or
// changes something (A46).

import { randomUUID } from 'node:crypto'
import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { describedPath } from '../../src/platform/api-description/openapi.ts'
import { nameOf, withIds } from '../harmless-calls.ts'
import { publicKey } from '../public-key.ts'
import { administrator, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'
import { changesBetween, columnNames, dump } from './database-dump.ts'
import { type Asked, createRole, createUser, done, goodPassword, type Made } from './people.ts'

let panel: TestPanel
let admin: Asked
let person: Made
let target: Made
let ids: Record<string, number | string>
const aDatabaseHost = (name: string) => ({
  ...{ name, kind: 'mysql', address: '127.0.0.1', port: 9, user: 'root', password: 'secret' },
})
const aWebhook = (name: string) => ({ name, url: 'https://hooks.example/', kinds: ['node.offline'] })

let columns: string[]
beforeAll(async () => {
  panel = await startTestPanel()
  admin = { panel, sessionToken: await panel.signIn() }
  const servers = await addGameServer(panel, 'the one')
  const { node_id } = await done(admin, 'GET', `/api/servers/${servers}`)
  const template = await done(admin, 'POST', '/api/templates', { text: smallTemplate(0) })
  const storage = await done(admin, 'POST', '/api/backup-storages', aFolder('The first'))
  const host = await done(admin, 'POST', '/api/database-hosts', aDatabaseHost('The first'))
  const webhook = await done(admin, 'POST', '/api/webhooks', aWebhook('The first'))
  const role = await createRole(admin, [])
  person = await createUser(admin)
  target = await createUser(admin)
  ids = {
    servers,
    nodes: node_id,
    templates: template.id,
    hosts: host.id,
    users: target.id,
    roles: role.id,
    presets: 'viewer',
    storages: storage.id,
    webhooks: webhook.id,
  }
  columns = await columnNames(panel)
})
afterAll(() => panel.stop())

interface Example {
  by: 'administrator' | 'person' | 'nobody'
  /** A body that is right as it is; `n` makes each one another. */
  body(n: number): unknown
}
const byAdministrator = (body: Example['body'] = () => ({})): Example => ({ by: 'administrator', body })
const byPerson = (body: Example['body'] = () => ({})): Example => ({ by: 'person', body })

const nightly = (n: number) => ({
  name: `Nightly ${n}`,
  action: 'restart',
  timing: { by: 'cron', expression: '0 4 * * *' },
})

const smallTemplate = (n: number) =>
  JSON.stringify({
    slug: `small-${n}`,
    name: `Small ${n}`,
    game: 'Small',
    description: '',
    process_managers: ['process'],
    ports: { game: { protocol: 'tcp', default: 1000 } },
    command: ['./game'],
    install: [],
    ready: { pattern: null },
    stop: { method: { by: 'signal', signal: 'SIGINT' } },
  })

const aFolder = (name: string) => ({ name, place: { kind: 'folder', path: '/srv/backups' } })

const smallEgg = (name: string) =>
  JSON.stringify({
    meta: { version: 'PTDL_v2' },
    name,
    startup: './game',
    docker_images: { Debian: 'debian:12' },
  })

/** One for each route that takes a body, and for each that takes none but could be handed one. */
const examples: Record<string, Example> = {
  'POST /api/auth/login': { by: 'nobody', body: () => administrator },
  'POST /api/auth/2fa/verify': { by: 'nobody', body: () => ({ challenge_token: 'g2fa_no', code: '123456' }) },
  'POST /api/auth/short-lived-token': byPerson(),
  'POST /api/nodes/install/progress': {
    by: 'nobody',
    body: () => ({ id: 'a'.repeat(64), step: 'downloaded', problem: '' }),
  },
  'PUT /api/profile': byPerson(n => ({ name: `Person ${n}` })),
  'POST /api/profile/2fa/setup': byPerson(),
  'POST /api/profile/2fa/confirm': byPerson(() => ({ code: '000000' })),
  'POST /api/profile/2fa/recovery-codes': byPerson(() => ({ password: goodPassword })),
  'POST /api/profile/2fa/snooze': byPerson(),
  'POST /api/profile/ssh-keys': byPerson(n => ({ name: `key ${n}`, public_key: publicKey(n) })),
  'POST /api/profile/sftp-password': byPerson(),
  'POST /api/profile/sessions/sign-out-others': byPerson(),
  'POST /api/tokens': byPerson(n => ({ name: `token ${n}`, abilities: ['server:list'] })),
  'POST /api/users': byAdministrator(n => ({ login: `mass-${n}`, password: goodPassword })),
  'PUT /api/users/{id}': byAdministrator(n => ({ name: `Target ${n}` })),
  'PUT /api/users/{id}/permissions': byAdministrator(() => []),
  'PUT /api/users/{id}/suspension': byAdministrator(n => ({ reason: `Reason ${n}` })),
  'PUT /api/servers/{server}/suspension': byAdministrator(n => ({ reason: `Reason ${n}` })),
  'PUT /api/users/{id}/servers/{server}/permissions': byAdministrator(() => []),
  'PUT /api/permission-presets/{preset}': byAdministrator(() => ({ permissions: ['game-server-common'] })),
  'POST /api/servers/{server}/invitations': byAdministrator(n => ({
    login: `invited-${n}`,
    permissions: ['game-server-common'],
  })),
  'POST /api/servers/{server}/access': byAdministrator(() => ({
    login: 'nobody-at-all',
    permissions: ['game-server-common'],
  })),
  'PUT /api/servers/{server}/ownership-offer': byAdministrator(() => ({ login: 'nobody-at-all' })),
  'POST /api/profile/ownership-offers/{server}/accept': byAdministrator(),
  'PUT /api/servers/{server}/access/{user}': byAdministrator(() => ({ permissions: ['game-server-common'] })),
  'POST /api/users/{id}/sign-out': byAdministrator(),
  'POST /api/service-accounts': byAdministrator(n => ({ login: `program-${n}` })),
  'PUT /api/service-accounts/{id}': byAdministrator(n => ({ name: `Program ${n}` })),
  'POST /api/service-accounts/{id}/keys': byAdministrator(n => ({ name: `Key ${n}` })),
  'POST /api/service-accounts/{id}/keys/{key}/rotate': byAdministrator(() => ({ overlap_seconds: 60 })),
  'POST /api/roles': byAdministrator(n => ({ name: `mass-${n}` })),
  'POST /api/plans': byAdministrator(n => ({ name: `Plan ${n}` })),
  'PUT /api/plans/{id}': byAdministrator(n => ({ name: `Plan ${n}` })),
  'PUT /api/users/{id}/plan': byAdministrator(() => ({ plan_id: null })),
  'PUT /api/roles/{id}/plan': byAdministrator(() => ({ plan_id: null })),
  'PUT /api/roles/{id}': byAdministrator(n => ({ title: `Role ${n}` })),
  'POST /api/nodes': byAdministrator(n => ({ name: `Node ${n}` })),
  'PUT /api/nodes/{id}': byAdministrator(n => ({ name: `Renamed ${n}` })),
  'POST /api/nodes/{id}/enrollment': byAdministrator(),
  'POST /api/nodes/{id}/upgrade': byAdministrator(),
  'POST /api/nodes/upgrade': byAdministrator(),
  'POST /api/nodes/{id}/unknown-servers/{uuid}/adopt': byAdministrator(() => ({ name: 'Adopted' })),
  'POST /api/deleted-servers/{uuid}/restore': byAdministrator(() => ({ port: 27_000 })),
  'PATCH /api/settings': byAdministrator(n => ({ upload_archives: n % 2 === 0 })),
  'POST /api/templates': byAdministrator(n => ({ text: smallTemplate(n) })),
  'PUT /api/templates/{id}': byAdministrator(n => ({ text: smallTemplate(n) })),
  'POST /api/templates/import': byAdministrator(n => ({ text: smallEgg(`Egg ${n}`) })),
  'POST /api/servers': byAdministrator(n => ({
    name: `Server ${n}`,
    node_id: ids.nodes,
    template_id: ids.templates,
    install: false,
  })),
  'PUT /api/servers/{server}': byAdministrator(n => ({ name: `Server ${n}`, tags: [`tag ${n}`] })),
  'POST /api/servers/{server}/clone': byAdministrator(n => ({ name: `Clone ${n}`, files: false })),
  'PUT /api/servers/{server}/settings': byAdministrator(n => ({ autostart: n % 2 === 0 })),
  'POST /api/servers/{server}/repair': byAdministrator(() => ({ repair: { do: 'update' } })),
  'POST /api/servers/{server}/start': byAdministrator(),
  'POST /api/servers/{server}/stop': byAdministrator(),
  'POST /api/servers/{server}/kill': byAdministrator(),
  'POST /api/servers/{server}/restart': byAdministrator(),
  'POST /api/servers/{server}/install': byAdministrator(),
  'POST /api/servers/{server}/reinstall': byAdministrator(),
  'POST /api/servers/{server}/update': byAdministrator(),
  'POST /api/servers/{server}/power': byAdministrator(() => ({ action: 'stop', when: 'now' })),
  'POST /api/servers/{server}/pause': byAdministrator(),
  'POST /api/servers/{server}/resume': byAdministrator(),
  'POST /api/tasks/{id}/cancel': byAdministrator(),
  'POST /api/servers/abilities': byAdministrator(() => ({ servers: [ids.servers] })),
  'POST /api/servers/power-options': byAdministrator(() => ({ servers: [ids.servers] })),
  'POST /api/bulk-actions': byAdministrator(() => ({ action: 'stop', servers: [ids.servers] })),
  'POST /api/bulk-actions/{id}/cancel': byAdministrator(),
  'POST /api/servers/{server}/console': byAdministrator(() => ({ command: 'say hello' })),
  'POST /api/servers/{server}/rcon': byAdministrator(() => ({ command: 'status' })),
  'POST /api/servers/{server}/players/kick': byAdministrator(() => ({ player: 'Ann' })),
  'POST /api/servers/{server}/players/ban': byAdministrator(() => ({ player: 'Ann' })),
  'POST /api/servers/{server}/players/unban': byAdministrator(() => ({ player: 'Ann' })),
  'POST /api/servers/{server}/players/message': byAdministrator(() => ({ message: 'hello' })),
  'POST /api/servers/{server}/tasks': byAdministrator(n => nightly(n)),
  'PUT /api/servers/{server}/tasks/{id}': byAdministrator(n => nightly(n)),
  'POST /api/servers/{server}/tasks/{id}/run': byAdministrator(),
  'POST /api/servers/{server}/tasks/{id}/runs/{run}/cancel': byAdministrator(),
  'POST /api/plugins': byAdministrator(),
  'POST /api/shipped-plugins': byAdministrator(() => ({ id: 'status-page' })),
  'PUT /api/plugins/{id}': byAdministrator(() => ({ enabled: false })),
  'POST /api/plugins/{id}/http/*': byAdministrator(),
  'PUT /api/plugins/{id}/http/*': byAdministrator(),
  'PUT /api/servers/{server}/files/content': byAdministrator(),
  'POST /api/servers/{server}/files/upload': byAdministrator(),
  'POST /api/servers/{server}/files/uploads': byAdministrator(),
  'PATCH /api/servers/{server}/files/uploads/{upload}': byAdministrator(),
  'POST /api/servers/{server}/files/transfers': byAdministrator(),
  'PATCH /api/servers/{server}/files/transfers/{upload}': byAdministrator(),
  'POST /api/servers/{server}/files/mkdir': byAdministrator(n => ({ path: `folder-${n}` })),
  'POST /api/servers/{server}/files/rename': byAdministrator(n => ({ from: 'a', to: `b-${n}` })),
  'POST /api/servers/{server}/files/copy': byAdministrator(n => ({ from: 'a', to: `b-${n}` })),
  'POST /api/servers/{server}/files/delete': byAdministrator(n => ({ paths: [`a-${n}`] })),
  'POST /api/servers/{server}/files/chmod': byAdministrator(() => ({ path: 'a', mode: '644' })),
  'POST /api/servers/{server}/files/archive': byAdministrator(n => ({
    paths: ['a'],
    format: 'zip',
    target: `a-${n}.zip`,
  })),
  'POST /api/servers/{server}/files/extract': byAdministrator(n => ({ path: `a-${n}.zip`, target: 'b' })),
  'POST /api/servers/{server}/databases': byAdministrator(() => ({ label: 'Shop', host_id: ids.hosts })),
  'POST /api/servers/{server}/databases/{database}/password': byAdministrator(() => undefined),
  'POST /api/servers/{server}/backups': byAdministrator(n => ({ note: `backup ${n}` })),
  'PATCH /api/servers/{server}/backups/{backup}': byAdministrator(n => ({ note: `backup ${n}` })),
  'POST /api/servers/{server}/backups/{backup}/restore': byAdministrator(() => ({ paths: ['world'] })),
  'POST /api/servers/{server}/backups/{backup}/new-server': byAdministrator(n => ({ name: `Restored ${n}` })),
  'POST /api/servers/{server}/backups/rollback': byAdministrator(() => ({ backup_id: 1 })),
  'PUT /api/servers/{server}/backups/settings': byAdministrator(() => ({ storages: [] })),
  'POST /api/panel-backup/run': byAdministrator(() => ({})),
  'PUT /api/panel-backup': byAdministrator(() => ({ storage_id: null })),
  'POST /api/webhooks': byAdministrator(n => aWebhook(`Hook ${n}`)),
  'PUT /api/webhooks/{id}': byAdministrator(n => aWebhook(`Hook ${n}`)),
  'POST /api/webhooks/{id}/secret': byAdministrator(() => undefined),
  'POST /api/webhooks/{id}/test': byAdministrator(() => undefined),
  'POST /api/webhooks/{id}/deliveries/{delivery}/replay': byAdministrator(() => undefined),
  'POST /api/database-hosts': byAdministrator(n => aDatabaseHost(`Host ${n}`)),
  'PUT /api/database-hosts/{id}': byAdministrator(n => aDatabaseHost(`Host ${n}`)),
  'POST /api/database-hosts/test': byAdministrator(() => {
    const { name: _, ...connection } = aDatabaseHost('')
    return connection
  }),
  'POST /api/backup-storages': byAdministrator(n => aFolder(`Storage ${n}`)),
  'PUT /api/backup-storages/{id}': byAdministrator(n => aFolder(`Storage ${n}`)),
  'POST /api/backup-storages/test': byAdministrator(() => ({ node_id: ids.nodes, place: aFolder('').place })),
  'POST /api/backup-storages/{id}/found-servers': byAdministrator(() => ({ node_id: ids.nodes })),
  'POST /api/backup-storages/{id}/found-servers/{uuid}/bring-back': byAdministrator(() => ({
    node_id: ids.nodes,
  })),
  'POST /api/backup-storages/sftp-host-key': byAdministrator(() => ({
    node_id: ids.nodes,
    host: 'backups.test',
  })),
  // Last: it ends the session.
  'POST /api/auth/logout': byPerson(),
}

const marks = { text: 'm4ss', number: 424_242 } as const
/** Every value as a text, as a number, and as the other truth. */
const hostileValues: readonly unknown[] = [marks.text, marks.number, true]
/** Not columns, but what one would try. */
const tempting = { is_admin: true, roles: ['admin'], permissions: ['*'], entries: [], built_in: true }

/** A body is read only at an address whose ids could exist. */
const addressOf = (path: string) => withIds(path.replace('{uuid}', randomUUID()), ids)

let count = 0
const nextNumber = () => {
  count += 1
  return count
}

function inThirds(list: readonly string[]): string[][] {
  const size = Math.ceil(list.length / 3)
  return [0, 1, 2].map(part => list.slice(part * size, (part + 1) * size))
}

/** What one call changes in the database; the clock moves so that every written time is seen. */
async function changesOf(name: string, body: unknown) {
  const [method = '', path = ''] = name.split(' ')
  const { by } = examples[name] ?? byAdministrator()
  const bearer = { administrator: admin.sessionToken, person: person.sessionToken, nobody: '' }[by]
  panel.clock.nowMs += 1_000
  const before = await dump(panel)
  const answer = await panel.request(method, addressOf(path), { sessionToken: bearer, body })
  const after = await dump(panel)
  return { status: answer.status, changes: changesBetween(before, after), after }
}

describe('T-052 mass assignment', () => {
  const isWriting = (name: string) => /^(POST|PUT|PATCH) /.test(name)

  test('T-052 every route that can be handed a body has its example', () => {
    const names = panel.app.routes.map(nameOf).filter(isWriting)
    expect(Object.keys(examples).toSorted()).toEqual(names.toSorted())
    expect(columns.length).toBeGreaterThan(60)
    expect(columns).toContain('two_factor_enabled')
  })

  test.each(Object.keys(examples).filter(name => !name.endsWith('logout')))(
    'T-052 %s with all columns of the database beside its fields writes none of them',
    async name => {
      const example = examples[name] ?? byAdministrator()
      const endpoint = panel.app.routes.find(route => nameOf(route) === name)?.endpoint
      const schema = endpoint?.body
      const refuses = schema !== undefined && !endpoint?.ignoresUnknownFields
      const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
      // What refuses is not compared with what it does without them.
      if (!refuses) await changesOf(name, example.body(nextNumber()))
      const plain = refuses ? { status: 422, changes: [] } : await changesOf(name, example.body(nextNumber()))
      // All of them at once are more than the shortest bodies may be.
      const isShort = endpoint?.bodyLimitBytes !== undefined && endpoint.bodyLimitBytes < 16_384
      const parts = isShort ? inThirds(columns) : [columns]
      for (const [value, part] of hostileValues.flatMap(each => parts.map(one => [each, one] as const))) {
        const wild = Object.fromEntries(part.map(column => [column, value]))
        const extras = Object.entries({ ...wild, ...tempting }).filter(([field]) => !known.includes(field))
        const body = example.body(nextNumber())
        const isList = Array.isArray(body)
        const hostile = isList
          ? [Object.fromEntries(extras)]
          : { ...Object.fromEntries(extras), ...(body as object) }
        const met = await changesOf(name, hostile)
        expect(met.status, String(value)).toBe(plain.status)
        expect(met.changes, String(value)).toEqual(plain.changes)
        const isMarked = (cell: unknown) => cell === marks.number || String(cell).includes(marks.text)
        const marked = [...met.after].flatMap(([key, row]) =>
          Object.entries(row).flatMap(([column, cell]) => (isMarked(cell) ? [`${key}: ${column}`] : [])),
        )
        expect(marked).toEqual([])
      }
    },
  )

  test.each(Object.keys(examples).filter(name => !name.endsWith('logout')))(
    'A46 %s refuses one field too many by its name, and only then',
    async name => {
      const endpoint = panel.app.routes.find(route => nameOf(route) === name)?.endpoint
      const refuses = endpoint?.body !== undefined && !endpoint.ignoresUnknownFields
      const body = (examples[name] ?? byAdministrator()).body(nextNumber())
      const [method = '', path = ''] = name.split(' ')
      const bearer = examples[name]?.by === 'person' ? person.sessionToken : admin.sessionToken
      const isList = Array.isArray(body)
      const sent = isList ? [{ unheard_of: 1 }] : { ...(body as object), unheard_of: 1 }
      const answer = await panel.request(method, addressOf(path), { sessionToken: bearer, body: sent })
      const field = isList ? '0.unheard_of' : 'unheard_of'
      const messages: string[] = (answer.json as { errors?: Record<string, string[]> })?.errors?.[field] ?? []
      expect(messages).toEqual(refuses ? [`${field} is not a field of this request.`] : [])
      if (refuses) expect(answer.status).toBe(422)
    },
  )

  test('A46 the nearest known field is named, in nested objects too, and nothing is made', async () => {
    const base = { name: 'Typo', node_id: ids.nodes, template_id: ids.templates, install: false }
    const cases: [string, string, object, string, string][] = [
      ['POST', '/api/servers', { ...base, memory_limit: 1 }, 'memory_limit', 'memory_limit_bytes'],
      ['PUT', `/api/nodes/${ids.nodes}`, { sftp: { prot: 2022 } }, 'sftp.prot', 'sftp.port'],
      [
        'PUT',
        `/api/servers/${ids.servers}`,
        { memoryLimitBytes: 1 },
        'memoryLimitBytes',
        'memory_limit_bytes',
      ],
    ]
    const before = await dump(panel)
    for (const [method, path, body, field, meant] of cases) {
      const answer = await panel.request(method, path, { sessionToken: admin.sessionToken, body })
      expect(answer.status).toBe(422)
      const message = `${field} is not a field of this request. Did you mean ${meant}?`
      expect(answer.json.errors).toEqual({ [field]: [message] })
    }
    expect(changesBetween(before, await dump(panel))).toEqual([])
  })

  test('4.2 a server is not moved by a change, and the refusal says so', async () => {
    const path = `/api/servers/${ids.servers}`
    for (const [field, text] of [
      ['node_id', 'a server is not moved this way'],
      ['template_id', 'create another server'],
    ] as const) {
      const body = { [field]: 1, name: 'Moved' }
      const answer = await panel.request('PUT', path, { sessionToken: admin.sessionToken, body })
      expect([answer.status, answer.json.errors[field]?.[0]]).toEqual([422, expect.stringContaining(text)])
    }
    expect((await panel.request('GET', path, { sessionToken: admin.sessionToken })).json.name).not.toBe(
      'Moved',
    )
  })

  test('A46 names of a free-form record are data, not fields', async () => {
    const body = { variables: { NOT_A_VARIABLE: 'x' } }
    const path = `/api/servers/${ids.servers}/settings`
    const answer = await panel.request('PUT', path, { sessionToken: admin.sessionToken, body })
    expect(JSON.stringify(answer.json)).not.toContain('is not a field of this request')
  })

  test('A46 the description of the API says which bodies take no other fields', async () => {
    const { json } = await panel.request('GET', '/api/openapi.json')
    const open: string[] = []
    const look = (schema: unknown, place: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      const { $ref, type, additionalProperties } = schema as {
        $ref?: string
        type?: string
        additionalProperties?: unknown
      }
      if ($ref) look(json.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)], place)
      if (type === 'object' && additionalProperties === undefined) open.push(place)
      for (const [name, part] of Object.entries(schema)) look(part, `${place}.${name}`)
    }
    for (const { endpoint } of panel.app.routes.filter(route => route.endpoint.body)) {
      const { requestBody } = json.paths[describedPath(endpoint.path)][endpoint.method.toLowerCase()]
      if (endpoint.body)
        look(requestBody.content['application/json'].schema, `${endpoint.method} ${endpoint.path}`)
    }
    expect(open.map(place => place.split('.')[0])).toEqual([
      'POST /api/auth/login',
      'POST /api/auth/2fa/verify',
    ])
  })

  test('A46 a permission list with one field too many is refused as a whole', async () => {
    const right = gameServerPermissionNames.map(permission => ({ permission, value: true }))
    const lists: [string, object[]][] = [
      ['PUT /api/users/{id}/servers/{server}/permissions', right],
      ['PUT /api/users/{id}/permissions', [{ permission: 'view', effect: 'allow', object_type: 'node' }]],
    ]
    for (const [name, list] of lists) {
      for (const extra of [{ user_id: 1 }, { object_id: 1, role_id: 1 }, { id: 1 }]) {
        const body = [...list.slice(0, -1), { ...list.at(-1), ...extra }]
        expect(await changesOf(name, body), name).toMatchObject({ status: 422, changes: [] })
      }
    }
    const role = { entries: [{ permission: 'view', effect: 'allow', object_type: 'node', user_id: 1 }] }
    expect(await changesOf('PUT /api/roles/{id}', role)).toMatchObject({ status: 422, changes: [] })
  })

  test('T-052 signing out ends the own session, not one that is named', async () => {
    const wild = Object.fromEntries(columns.map(column => [column, marks.text]))
    const { status, changes } = await changesOf('POST /api/auth/logout', wild)
    expect([status, changes.length]).toEqual([204, 1])
    const answer = await panel.request('GET', '/api/profile', { sessionToken: person.sessionToken })
    expect(answer.status).toBe(401)
  })
})
