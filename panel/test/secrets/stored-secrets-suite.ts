// What must be true of secrets in the database, on every database: sealed once there is a key, never lost, never a 500.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashEnrollmentSecret, parseEnrollmentKey } from '@rookery/contracts/daemon/enrollment-key.ts'
import { readLinkAddress } from '@rookery/contracts/http/nodes.ts'
import type { GameServerSettings } from '@rookery/contracts/http/settings.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { proofSize, type proofTest } from '../../../test-services/proof-size.ts'
import { addTemplate, rowOf } from '../game-servers/a-game.ts'
import { packageOf } from '../plugins/plugin-packages.ts'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'

/** Each of them is looked for in the database. */
const plain = {
  rcon: 'rcon-password-4711',
  variable: 'join-password-4712',
  connection: 'connection-password-4713',
  plugin: 'plugin-key-4714',
  storage: 'storage-password-4715',
  nodeKey: 'node-password-4716',
  webhook: 'hook-path-4717',
  host: 'host-password-4718',
}
const facts = {
  ips: [],
  workPath: '/srv',
  version: '1',
  os: 'linux',
  arch: 'x64',
  runtimes: ['process'],
  cpuCores: 1,
  memoryBytes: 1,
  diskBytes: 1,
}

/** `further` is for what is the same on every database. */
export function storedSecretsSuite(
  createDatabase: () => Promise<Record<string, string>>,
  further: typeof proofTest = test,
): void {
  let dataDir: string
  let database: Record<string, string>
  const running: TestPanel[] = []
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'rookery-secrets-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
  beforeEach(async () => {
    rmSync(join(dataDir, 'panel.sqlite'), { force: true })
    database = await createDatabase()
  })
  afterEach(haltAll)

  async function haltAll(): Promise<void> {
    for (const panel of running.splice(0)) await panel.halt()
  }

  async function start(key: string | null, authSecret?: string): Promise<TestPanel> {
    const variables = {
      ...database,
      ...(key === null ? {} : { ENCRYPTION_KEY: key }),
      ...(authSecret && { AUTH_SECRET: authSecret }),
    }
    const panel = await startTestPanel({ dataDir, variables })
    running.push(panel)
    return panel
  }

  async function restart(key: string | null, authSecret?: string): Promise<TestPanel> {
    await haltAll()
    return start(key, authSecret)
  }

  const sessions = new WeakMap<TestPanel, Promise<string>>()
  const sessionOf = (panel: TestPanel): Promise<string> => {
    const session = sessions.get(panel) ?? panel.signIn()
    sessions.set(panel, session)
    return session
  }
  const call = async (panel: TestPanel, method: string, path: string, body?: object) =>
    panel.request(method, `/api/${path}`, { sessionToken: await sessionOf(panel), ...(body && { body }) })

  /** One secret of every kind. */
  async function fill(panel: TestPanel) {
    const { id: nodeId } = await panel.app.nodes.create('node')
    const { key } = await panel.app.nodes.issueEnrollment(nodeId)
    await panel.app.nodes.enroll(hashEnrollmentSecret(parseEnrollmentKey(key)?.secret ?? ''), () => ({
      apiKeyHash: 'hash',
      certificateSerial: 'serial',
      certificateValidFromMs: 1,
      connectionPassword: plain.connection,
    }))
    const rcon = { protocol: 'source', port: 'rcon' } as const
    const templateId = await addTemplate(panel, { rcon })
    const made = await call(panel, 'POST', 'servers', {
      name: 'One',
      node_id: nodeId,
      template_id: templateId,
      rcon_password: plain.rcon,
      variables: { JOIN_PASSWORD: plain.variable, PLAYERS: '7' },
      install: false,
    })
    expect([made.status, made.text]).toEqual([201, expect.anything()])
    const settings = [{ name: 'key', label: 'Key', kind: 'secret' }]
    const plugin = await fetch(`${panel.url}/api/plugins`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await sessionOf(panel)}`, 'content-type': 'application/zip' },
      body: new Uint8Array(await packageOf({ settings })),
    })
    const { id: pluginId } = (await plugin.json()) as { id: number }
    await call(panel, 'PUT', `plugins/${pluginId}`, { settings: { key: plain.plugin } })
    const serverId = (made.json as { id: number }).id
    const place = { kind: 'rest', url: 'https://rest.test', user: 'rookery' }
    const node_keys = [{ node_id: nodeId, user: 'able', secret: plain.nodeKey }]
    await call(panel, 'POST', 'backup-storages', { name: 'Attic', place, secret: plain.storage, node_keys })
    const host = { name: 'Well', kind: 'mysql', address: 'db.test', port: 3306, user: 'root' }
    await call(panel, 'POST', 'database-hosts', { ...host, password: plain.host })
    const webhook = { name: 'Pager', url: `https://hooks.example/${plain.webhook}`, kinds: ['node.offline'] }
    await call(panel, 'POST', 'webhooks', webhook)
    // A definition for a daemon that knows backups gives the repository its password.
    await panel.db.updateTable('nodes').set({ capabilities: '["backups"]' }).execute()
    await call(panel, 'PUT', `servers/${serverId}`, { description: 'backed up' })
    return { nodeId, pluginId, serverId }
  }

  type Filled = Awaited<ReturnType<typeof fill>>

  /** Everything that the database holds of them. */
  async function stored(panel: TestPanel, { nodeId, serverId, pluginId }: Filled) {
    const server = await rowOf(panel, serverId)
    const nodes = panel.db.selectFrom('nodes').select('connection_password').where('id', '=', nodeId)
    const plugins = panel.db.selectFrom('plugins').select('settings').where('id', '=', pluginId)
    const storages = panel.db.selectFrom('backup_storages').select(['secret', 'recovery_key'])
    const nodeKeys = panel.db.selectFrom('backup_node_keys').select('secret')
    const webhooks = panel.db.selectFrom('webhooks').select(['url', 'secret'])
    const hosts = panel.db.selectFrom('database_hosts').select('password')
    const repositories = panel.db.selectFrom('backup_repositories').select('password')
    const authority = panel.db.selectFrom('panel_secrets').selectAll().orderBy('name')
    return {
      revision: server.revision,
      rcon: server.rcon_password ?? '',
      variables: JSON.parse(server.variables) as Record<string, string>,
      connection: (await nodes.executeTakeFirstOrThrow()).connection_password ?? '',
      plugin: JSON.parse((await plugins.executeTakeFirstOrThrow()).settings) as Record<string, string>,
      storage: await storages.executeTakeFirstOrThrow(),
      nodeKey: (await nodeKeys.executeTakeFirstOrThrow()).secret,
      webhook: await webhooks.executeTakeFirstOrThrow(),
      host: (await hosts.executeTakeFirstOrThrow()).password,
      repository: (await repositories.executeTakeFirstOrThrow()).password,
      authority: await authority.execute(),
    }
  }

  const admitted = (panel: TestPanel, nodeId: number) =>
    panel.app.nodes.admit({
      nodeId,
      certificateSerial: 'serial',
      certificateValidFromMs: 1,
      apiKeyHash: 'hash',
      facts,
    })
  const sealed = expect.stringMatching(/^enc1:/)
  const sealedBackups = {
    storage: { secret: sealed, recovery_key: sealed },
    webhook: { url: sealed, secret: sealed },
    ...{ nodeKey: sealed, repository: sealed, host: sealed },
  }
  const sealedAuthority = [
    { name: 'daemon_link_authority', value: sealed },
    { name: 'daemon_link_authority@spare', value: sealed },
  ]

  test('5.9.3 with a key every secret is sealed when it is written, and reads as it was entered', async () => {
    const panel = await start('a key')
    const filled = await fill(panel)
    const row = await stored(panel, filled)
    expect(row).toMatchObject({ rcon: sealed, connection: sealed, plugin: { key: sealed } })
    expect(row.variables).toMatchObject({ JOIN_PASSWORD: sealed, MASTER_KEY: sealed, PLAYERS: '7' })
    expect(row.authority).toEqual(sealedAuthority)
    expect(row).toMatchObject(sealedBackups)
    const { json } = await call(panel, 'GET', `servers/${filled.serverId}`)
    expect(json).toMatchObject({ rcon_password: plain.rcon, variables: { JOIN_PASSWORD: plain.variable } })
    expect(await admitted(panel, filled.nodeId)).toMatchObject({ connectionPassword: plain.connection })
    expect(panel.logLines.join()).not.toMatch(/(?:password|key)-471[1-68]/)
    // A change of a secret is seen as one, and the rest keeps its sealed text.
    const changed = await call(panel, 'PUT', `servers/${filled.serverId}`, { rcon_password: 'another one' })
    expect([changed.status, changed.json]).toMatchObject([200, { rcon_password: 'another one' }])
    const after = await stored(panel, filled)
    expect(after.rcon).not.toBe(row.rcon)
    expect(after.variables).toEqual(row.variables)
  })

  test('5.9.3 what was stored in plain text is sealed when a key appears, by two panels that start at once', async () => {
    const filled = await fill(await start(null))
    const before = await stored(await restart(null), filled)
    expect(before).toMatchObject({ rcon: plain.rcon, connection: plain.connection })
    expect(before.variables.JOIN_PASSWORD).toBe(plain.variable)
    expect([before.storage.secret, before.nodeKey]).toEqual([plain.storage, plain.nodeKey])
    expect(before.repository).toMatch(/^[\w-]{43}$/)
    await haltAll()
    const [panel, other] = await Promise.all([start('a key'), start('a key')])
    const row = await stored(panel, filled)
    expect(row).toMatchObject({ rcon: sealed, connection: sealed, plugin: { key: sealed } })
    expect(row.variables).toMatchObject({ JOIN_PASSWORD: sealed, PLAYERS: '7' })
    expect(row.authority).toEqual(sealedAuthority)
    expect(row).toMatchObject(sealedBackups)
    expect(row.revision).toBe(before.revision)
    for (const one of [panel, other]) {
      const { json } = await call(one, 'GET', `servers/${filled.serverId}`)
      expect(json).toMatchObject({ rcon_password: plain.rcon, variables: { JOIN_PASSWORD: plain.variable } })
      expect(await admitted(one, filled.nodeId)).toMatchObject({ connectionPassword: plain.connection })
      expect(one.logLines.join()).not.toContain('cannot read')
      const { json: plugin } = await call(one, 'GET', `plugins/${filled.pluginId}`)
      expect(plugin).toMatchObject({ problem: null, secrets_set: ['key'] })
    }
    await haltAll()
    if (Object.keys(database).length === 0) {
      for (const ending of ['', '-wal'])
        expect(bytesOf(`panel.sqlite${ending}`)).not.toMatch(/password-471[123568]/)
    }
  })

  const bytesOf = (file: string): string => {
    try {
      return readFileSync(join(dataDir, file), 'latin1')
    } catch {
      return ''
    }
  }

  /** What opens nothing is the same to the panel, whether there is another key or none. */
  const otherKeys: [string, string | null][] = [
    ['lost', null],
    ['another', 'another key'],
  ]
  further.each(proofSize({ short: otherKeys.slice(1), proof: otherKeys }))(
    '5.9.4 with the key %s the panel starts, names what it cannot read, and takes new values',
    async (_what, key) => {
      const filled = await fill(await start('a key'))
      const before = await stored(await restart('a key'), filled)
      const panel = await restart(key)
      const log = panel.logLines.join('\n')
      for (const name of ['server One: the RCON password', 'server One: variable JOIN_PASSWORD'])
        expect(log).toContain(name)
      expect(log).toMatch(/node node: the connection password.*restore it/)
      for (const name of ['address', 'secret']) expect(log).toContain(`webhook Pager: the ${name}`)
      for (const name of ['secret', 'recovery key', 'key of node'])
        expect(log).toContain(`backup storage Attic: the ${name}`)
      expect(log).toContain('database host Well: the password')
      expect(log).toMatch(/backups of [0-9a-f-]{36}: the password/)
      const listed = await call(panel, 'GET', 'backup-storages')
      expect([listed.status, listed.json]).toMatchObject([200, [{ name: 'Attic', has_secret: true }]])
      const path = `servers/${filled.serverId}`
      const visible = await call(panel, 'GET', path)
      expect(visible.status).toBe(200)
      expect(visible.json).not.toHaveProperty('rcon_password')
      expect(visible.json).toHaveProperty('rcon_password_unreadable', true)
      expect(visible.json).not.toHaveProperty('start_command')
      expect(JSON.stringify(visible.json)).not.toContain('enc1:')
      expect((await call(panel, 'GET', 'servers')).status).toBe(200)
      const { json: settings } = await call(panel, 'GET', `${path}/settings`)
      const { variables: values } = settings as GameServerSettings
      const lost = values.filter(({ unreadable }) => unreadable)
      expect(lost).toMatchObject([
        { name: 'JOIN_PASSWORD', value: null },
        { name: 'MASTER_KEY', value: null },
      ])
      const refused = await call(panel, 'POST', `${path}/start`)
      expect([refused.status, codeOf(refused)]).toEqual([409, 'secret_unreadable'])
      expect(refused.text).toContain('the RCON password, variable JOIN_PASSWORD')
      expect(await admitted(panel, filled.nodeId)).toMatchObject({
        refused: expect.stringContaining('enroll'),
      })
      expect((await call(panel, 'POST', `${path}/stop`)).status).toBe(202)
      // One value after the other can be set; what is not set is left as it was.
      expect((await call(panel, 'PUT', path, { rcon_password: 'fresh-rcon' })).status).toBe(200)
      const half = await stored(panel, filled)
      expect(half.variables).toEqual(before.variables)
      await call(panel, 'PUT', `${path}/settings`, { autostart: true, variables: { PLAYERS: '9' } })
      const { variables: kept } = await stored(panel, filled)
      expect(kept).toEqual({ ...before.variables, PLAYERS: '9' })
      const rest = { JOIN_PASSWORD: 'fresh-join-password', MASTER_KEY: 'fresh-master' }
      expect((await call(panel, 'PUT', `${path}/settings`, { variables: rest })).status).toBe(200)
      expect((await call(panel, 'GET', path)).json).toMatchObject({
        rcon_password: 'fresh-rcon',
        variables: rest,
      })
      const { json: after } = await call(panel, 'GET', `${path}/settings`)
      expect((after as GameServerSettings).variables.filter(({ unreadable }) => unreadable)).toEqual([])
      expect((await call(panel, 'POST', `${path}/start`)).status).toBe(202)
      const plugin = await call(panel, 'GET', `plugins/${filled.pluginId}`)
      expect(plugin.json).toMatchObject({ problem: expect.stringContaining('cannot read key') })
      await call(panel, 'PUT', `plugins/${filled.pluginId}`, { settings: { key: 'fresh-key' } })
      expect((await call(panel, 'GET', `plugins/${filled.pluginId}`)).json).toMatchObject({ problem: null })
    },
  )

  further('5.9.4 no single key that is set, changed or lost makes a new certificate authority', async () => {
    const [one, other] = ['a'.repeat(32), 'b'.repeat(32)]
    const authorityOf = async (panel: TestPanel) =>
      readLinkAddress.answer.parse((await panel.request('GET', readLinkAddress.path)).json).ca_pem
    const first = await authorityOf(await start(null, one))
    const steps: [string | null, string][] = [
      ['a key', one],
      ['another key', one],
      ['another key', other],
      [null, other],
      ['a third key', other],
      ['a third key', one],
    ]
    for (const [key, authSecret] of steps) {
      expect(await authorityOf(await restart(key, authSecret))).toBe(first)
      const rows = await running[0]?.db.selectFrom('panel_secrets').selectAll().orderBy('name').execute()
      expect(rows).toEqual(sealedAuthority)
    }
    // Both at once: a new one is made, and said so.
    const lost = await restart('a fourth key', other)
    expect(await authorityOf(lost)).not.toBe(first)
    expect(lost.logLines.join()).toMatch(/a new one is used.*enroll every node again/)
    expect(await authorityOf(await restart('a third key', one))).toBe(first)
  })

  test('5.9.4 a row whose JSON is damaged is named, left as it is, and keeps neither the panel nor other secrets from their start', async () => {
    const first = await start(null)
    const filled = await fill(first)
    const text = `{"JOIN_PASSWORD":"${plain.variable}"`
    await first.db.updateTable('game_servers').set({ variables: text }).execute()
    const panel = await restart('a key')
    const log = panel.logLines.join('\n')
    expect(log).toContain('server One: all variables (damaged)')
    expect(log).not.toContain(plain.variable)
    const row = await rowOf(panel, filled.serverId)
    expect(row).toMatchObject({ variables: text, rcon_password: sealed })
    expect((await call(panel, 'GET', 'nodes')).status).toBe(200)
  })

  test('5.9.4 a key that was away and comes back opens everything that it sealed', async () => {
    const filled = await fill(await start('a key'))
    const first = await stored(await restart('a key'), filled)
    await restart(null)
    const panel = await restart('a key')
    const { json } = await call(panel, 'GET', `servers/${filled.serverId}`)
    expect(json).toMatchObject({ rcon_password: plain.rcon, variables: { JOIN_PASSWORD: plain.variable } })
    expect(await stored(panel, filled)).toEqual(first)
  })

  further('5.9 a value that looks sealed is refused, so that it is never mistaken for one', async () => {
    const panel = await start(null)
    const { serverId } = await fill(panel)
    const named = await call(panel, 'PUT', `servers/${serverId}`, { rcon_password: 'enc1:mine' })
    expect([named.status, named.text]).toEqual([422, expect.stringContaining('must not begin with enc1:')])
    const variables = { JOIN_PASSWORD: 'enc1:also-mine' }
    expect((await call(panel, 'PUT', `servers/${serverId}/settings`, { variables })).status).toBe(422)
  })
}
