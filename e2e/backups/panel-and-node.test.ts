// Backups between a whole panel and a node that the test answers for: what the node is told, asked and believed.

import { parseRecoveryKey, recoveryPassword } from '@rookery/contracts/backup-recovery-key.ts'
import type { Backup } from '@rookery/contracts/http/backups.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LinkRefusal } from '../../daemon/src/platform/panel-link/link-hooks.ts'
import { auditLinesOf } from '../../panel/test/audit/audit-lines.ts'
import { codeOf, type TestPanel } from '../../panel/test/start-test-panel.ts'
import { addPerson, allow, createToken } from '../../panel/test/tokens/people.ts'
import { waitFor } from '../wait-for.ts'
import { BackupNode, json, nodeBackup, reportOf, startBackupsPanel } from './backups-world.ts'

const secrets = { s3: 's3-secret-4711' }
const s3 = {
  kind: 's3',
  endpoint: 'https://s3.test',
  bucket: 'games',
  prefix: 'rookery',
  region: 'us-east-1',
  access_key_id: 'AKID',
}

let panel: TestPanel
let node: BackupNode
let old: BackupNode
let admin: string
let server: number
let onOld: number
let uuid: string
beforeAll(async () => {
  panel = await startBackupsPanel({ ENCRYPTION_KEY: 'a key of this test' })
  admin = await panel.signIn()
  node = await BackupNode.join(panel, 'Able', ['schedule_steps', 'backups'])
  old = await BackupNode.join(panel, 'Old', ['schedule_steps'])
  server = await createArena(node, 'Arena')
  onOld = await createArena(old, 'Ancient')
  uuid = (await ask('GET', `/api/servers/${server}`)).json.uuid
})
afterAll(async () => {
  await node?.link.close()
  await old?.link.close()
  await panel?.stop()
})

const ask = (method: string, path: string, body?: unknown, sessionToken = admin) =>
  panel.request(method, path, { sessionToken, ...(body === undefined ? {} : { body }) })
async function done(method: string, path: string, body?: unknown, sessionToken = admin) {
  const answer = await ask(method, path, body, sessionToken)
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer.json
}

async function createArena(on: BackupNode, name: string): Promise<number> {
  const templates = (await ask('GET', '/api/templates?per_page=100')).json as { id: number; slug: string }[]
  const arena = templates.find(({ slug }) => slug === 'arena')
  const body = { name, node_id: on.nodeId, template_id: arena?.id, install: false }
  return (await done('POST', '/api/servers', body)).id
}

let people = 0
async function person(permissions: Parameters<typeof allow>[2], on = server): Promise<string> {
  people += 1
  const { id, sessionToken } = await addPerson(panel, `backups-${people}`)
  await allow(panel, id, ['game-server-common', ...permissions], on)
  return sessionToken
}

const at = (rest = '', of = server) => `/api/servers/${of}/backups${rest}`
const listed = async () => (await done('GET', at())) as Backup[]
/** What has been answered and written to the log. */
const everythingSaid: string[] = []

describe('storages and definitions', () => {
  test('a storage is made with a recovery key, and the node gets all that it needs', async () => {
    const made = await ask('POST', '/api/backup-storages', { name: 'Cloud', place: s3, secret: secrets.s3 })
    expect(made.status, made.text).toBe(201)
    const { recovery_key, ...storage } = made.json
    expect(storage).toMatchObject({
      ...{ name: 'Cloud', place: s3, has_secret: true, assigned: { to: 'all' }, is_key_shared: true },
      ...{ servers: 2, backups: 0, stored_bytes: 0 },
      health: { failing_servers: 0, problem: '', last_drill: null },
    })
    const key = parseRecoveryKey(recovery_key)
    expect(key).not.toBeNull()
    const { backup_storages } = await node.untilDefined(
      server,
      'the node knows the storage',
      definition => definition.backup_storages.length === 1,
    )
    const [defined] = backup_storages
    expect(defined).toMatchObject({
      ...{ id: storage.id, name: 'Cloud', place: s3, secret: secrets.s3, locked: [] },
      ...{ retention: storage.retention, limits: storage.limits },
      recovery_password: recoveryPassword(key ?? Buffer.alloc(32), uuid),
    })
    expect(defined?.password).toMatch(/^[\w-]{43}$/)
    everythingSaid.push((await ask('GET', '/api/backup-storages')).text)
    expect(everythingSaid.join()).not.toContain(recovery_key)
  })

  test('L25 a daemon that names no backups gets nothing of them, and is asked for nothing', async () => {
    await done('PUT', `/api/servers/${onOld}`, { name: 'Ancient one' })
    const definition = await old.untilDefined(onOld, 'the name is new', ({ name }) => name === 'Ancient one')
    expect(definition.backup_storages).toEqual([])
    expect((await ask('GET', at('/state', onOld))).json).toMatchObject({ is_supported: false, engine: null })
    const refused = await ask('POST', at('', onOld), {})
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'the daemon on the node "Old" is too old for backups: upgrade the node, then try again',
    ])
    expect(old.asked).toEqual([])
    const steps = [{ action: 'backup' }]
    const timing = { by: 'cron', expression: '0 4 * * *' }
    const schedule = { name: 'nightly', timing, steps }
    expect((await ask('POST', `/api/servers/${onOld}/tasks`, schedule)).status).toBe(409)
    // Switched off it is stored, and still not told: an older daemon would refuse the whole definition.
    await done('POST', `/api/servers/${onOld}/tasks`, { ...schedule, enabled: false })
    await done('PUT', `/api/servers/${onOld}`, { name: 'Ancient two' })
    const later = await old.untilDefined(onOld, 'the name is newer', ({ name }) => name === 'Ancient two')
    expect(later.step_schedules).toEqual([])
    await done('POST', `/api/servers/${server}/tasks`, schedule)
    await node.untilDefined(server, 'the step is told', ({ step_schedules }) =>
      step_schedules.some(one => one.steps[0]?.action === 'backup'),
    )
  })

  test('a changed storage and a choice are told at once, the password stays, and the run goes on', async () => {
    const [{ id, retention }] = await done('GET', '/api/backup-storages')
    const before = node.definitionOf(server)
    const change = {
      name: 'Cloud',
      place: { ...s3, bucket: 'other' },
      assigned: { to: 'nodes', node_ids: [node.nodeId] },
    }
    const changed = await done('PUT', `/api/backup-storages/${id}`, { ...change, limits: { count: 5 } })
    expect(changed).toMatchObject({ has_secret: true, is_key_shared: false, servers: 1 })
    const after = await node.untilDefined(server, 'the bucket is told', ({ backup_storages: [one] }) =>
      one?.place.kind === 's3' ? one.place.bucket === 'other' : false,
    )
    expect(after.backup_storages[0]).toMatchObject({
      secret: secrets.s3,
      password: before?.backup_storages[0]?.password,
      limits: { count: 5, bytes: null },
    })
    expect(node.definitionOf(server)?.revision).toBeGreaterThan(before?.revision ?? 0)
    const choose = (storages: unknown) => ask('PUT', at('/settings'), { storages })
    const tooMuch = await choose([{ storage_id: id, retention, limits: { count: 6 } }])
    expect([tooMuch.status, Object.keys(tooMuch.json.errors)]).toEqual([422, ['storages.0.limits.count']])
    expect((await choose([{ storage_id: 999, retention, limits: {} }])).status).toBe(422)
    expect((await choose([])).json).toMatchObject({ storages: [], offered: [{ id, name: 'Cloud' }] })
    await node.untilDefined(
      server,
      'no storage is told',
      ({ backup_storages }) => backup_storages.length === 0,
    )
    const nowhere = await ask('POST', at(), {})
    expect([nowhere.status, codeOf(nowhere)]).toEqual([409, 'conflict'])
    expect(nowhere.json.message).toContain('an administrator adds a backup storage')
    const own = { ...retention, last: 2 }
    await done('PUT', at('/settings'), {
      storages: [{ storage_id: id, retention: own, limits: { count: 3 } }],
    })
    await node.untilDefined(
      server,
      'its own retention is told',
      ({ backup_storages: [one] }) => one !== undefined && one.retention.last === 2 && one.limits.count === 3,
    )
    await done('PUT', at('/settings'), { storages: null })
    expect(await done('GET', at('/settings'))).toMatchObject({ storages: null, offered: [{ name: 'Cloud' }] })
  })

  test('a test of a place asks the node, with the stored secret only for whom it was entered', async () => {
    const [{ id }] = await done('GET', '/api/backup-storages')
    node.answer = async (_, transfer) =>
      transfer.write(json({ is_good: false, took_ms: 12, problem: 'Access Denied' }))
    const body = { node_id: node.nodeId, place: { ...s3, bucket: 'third' }, storage_id: id }
    const tried = await ask('POST', '/api/backup-storages/test', body)
    expect(tried.json).toEqual({ is_good: false, took_ms: 12, problem: 'Access Denied' })
    expect(node.asked.at(-1)).toMatchObject({
      request: { verb: 'test', place: body.place, secret: secrets.s3 },
      work: { gameServerId: 0, byBytesLine: false },
    })
    const elsewhere = { ...body, place: { ...s3, endpoint: 'https://evil.test' } }
    const refused = await ask('POST', '/api/backup-storages/test', elsewhere)
    expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ['secret']])
    const change = { name: 'Cloud', place: elsewhere.place }
    expect((await ask('PUT', `/api/backup-storages/${id}`, change)).status).toBe(422)
    expect((await ask('POST', '/api/backup-storages/test', { ...body, node_id: old.nodeId })).status).toBe(
      409,
    )
    expect((await ask('POST', '/api/backup-storages/test', { ...body, node_id: 999 })).status).toBe(422)
  })

  test('the host key of an SFTP server comes with the fingerprint that ssh-keygen shows', async () => {
    const host_key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
    node.answer = async (_, transfer) => transfer.write(json({ host_key }))
    const body = { node_id: node.nodeId, host: 'github.com' }
    expect(await done('POST', '/api/backup-storages/sftp-host-key', body)).toEqual({
      host_key,
      fingerprint: 'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
    })
    node.answer = async () => {
      throw new LinkRefusal('unavailable', 'nobody answers at github.com port 22')
    }
    const refused = await ask('POST', '/api/backup-storages/sftp-host-key', body)
    expect([refused.status, refused.json.message]).toEqual([503, 'nobody answers at github.com port 22'])
  })
})

describe('taking, knowing and restoring', () => {
  let storage: number
  beforeAll(async () => {
    storage = (await done('GET', '/api/backup-storages'))[0].id
  })

  test('a backup is a task; its note and lock stand at the backup that the node reports', async () => {
    const holder = await person(['game-server-files', 'game-server-settings'])
    const only = await person(['game-server-files'])
    const locked = { note: 'before the update', locked: true }
    expect((await ask('POST', at(), locked, only)).status).toBe(403)
    const { task_id } = await done('POST', at(), locked, holder)
    const task = await node.taskOf('backup', task_id)
    expect(JSON.parse(task.payload)).toMatchObject({ kind: 'manual' })
    const taken = nodeBackup('snap-1', { kind: 'manual', run_key: task.runKey ?? '' })
    await node.reported(server, reportOf(storage, 1, [taken, nodeBackup('snap-0', { taken_at_ms: 1_000 })]))
    node.endTask(task, 'success')
    const [first, second] = await listed()
    expect(first).toMatchObject({
      ...{ storage: { id: storage, name: 'Cloud' }, kind: 'manual', note: 'before the update', locked: true },
      ...{ files: 12, bytes: 3_000_000, bytes_added: 40_000, consistency: 'flushed' },
      taken_by: { login: 'backups-1' },
    })
    expect(second).toMatchObject({ kind: 'scheduled', note: '', locked: false, taken_by: null })
    await node.untilDefined(server, 'the lock is told', ({ backup_storages: [one] }) =>
      one ? one.locked.includes('snap-1') : false,
    )
    await waitFor('the audit line is written', () =>
      auditLinesOf(panel).some(line => line.event === 'backup.taken' && line.outcome === 'success'),
    )
    expect((await done('GET', at('/state'))).storages[0]).toMatchObject({ backups: 2, stored_bytes: 900_000 })
  })

  test('a node is believed about its own servers alone, and only what can be read', async () => {
    const before = await listed()
    old.report(server, reportOf(storage, 9, []))
    await waitFor('the foreign report is in the audit log', () =>
      auditLinesOf(panel).some(
        line => line.event === 'node.foreign_message' && line.message === 'backupReport',
      ),
    )
    node.report(server, { storage_id: storage, sequence: 10 })
    node.report(server, reportOf(storage, 0, []))
    // Of a storage that is gone: answered, so that the node does not tell it again and again.
    await node.reported(server, reportOf(4_711, 1, []))
    expect(await listed()).toEqual(before)
  })

  test('what people said belongs to tasks of that server: another key is only a key', async () => {
    const other = await createArena(node, 'Other')
    const { task_id } = await done('POST', at('', other), { note: 'of the other' })
    const { runKey } = await node.taskOf('backup', task_id)
    const [newest] = await listed()
    const all = [nodeBackup('snap-1', { kind: 'manual' }), nodeBackup('snap-2', { run_key: runKey ?? '' })]
    await node.reported(server, reportOf(storage, 2, all))
    const backups = await listed()
    expect(backups.find(({ id }) => id === newest?.id)?.note).toBe('before the update')
    expect(backups.find(({ id }) => id !== newest?.id)).toMatchObject({ note: '', taken_by: null })
  })

  test('locks and notes: rights, the definition, and no deletion of what is locked', async () => {
    const [locked, free] = (await listed()).toSorted((a, b) => Number(b.locked) - Number(a.locked))
    const writer = await person(['game-server-files'])
    const change = (body: object, by?: string) => ask('PATCH', at(`/${locked?.id}`), body, by)
    expect((await change({ note: 'a better note' }, writer)).json).toMatchObject({ note: 'a better note' })
    expect((await change({ locked: false }, writer)).status).toBe(403)
    expect((await ask('DELETE', at(`/${free?.id}`), undefined, writer)).status).toBe(403)
    const kept = await ask('DELETE', at(`/${locked?.id}`))
    expect([kept.status, kept.json.message]).toEqual([409, 'this backup is locked: unlock it first'])
    expect((await change({ locked: false })).json).toMatchObject({ locked: false })
    await node.untilDefined(server, 'the lock is gone', ({ backup_storages: [one] }) =>
      one ? one.locked.length === 0 : false,
    )
    node.answer = async () => {
      throw new LinkRefusal('unavailable', 'the storage does not answer')
    }
    expect((await ask('DELETE', at(`/${locked?.id}`))).status).toBe(503)
    expect(await listed()).toHaveLength(2)
    node.answer = async (_, transfer) => transfer.write(json({}))
    expect((await ask('DELETE', at(`/${locked?.id}`))).status).toBe(204)
    expect(node.asked.at(-1)?.request).toEqual({
      verb: 'forget',
      storage_id: storage,
      snapshots: ['snap-1'],
    })
    expect((await listed()).map(({ id }) => id)).toEqual([free?.id])
  })

  test('restoring needs its two permissions, and the node gets the snapshot and the paths', async () => {
    const [backup] = await listed()
    const path = at(`/${backup?.id}/restore`)
    expect((await ask('POST', path, {}, await person(['game-server-files']))).status).toBe(403)
    expect((await ask('POST', path, {}, await person(['game-server-update']))).status).toBe(403)
    const may = await person(['game-server-files', 'game-server-update'])
    const { task_id } = await done('POST', path, { paths: ['world/level.dat'] }, may)
    const task = await node.taskOf('restore', task_id)
    expect(JSON.parse(task.payload)).toEqual({
      storage_id: storage,
      snapshot: 'snap-2',
      paths: ['world/level.dat'],
      without_safety: false,
    })
    node.endTask(task, 'error', 'there is no room')
    await waitFor('the failure is in the audit log', () =>
      auditLinesOf(panel).some(line => line.event === 'backup.restored' && line.outcome === 'failure'),
    )
    await done('PUT', at('/settings'), { storages: [] })
    const refused = await ask('POST', path, {})
    expect([refused.status, refused.json.message]).toEqual([
      409,
      'this game server no longer uses the storage "Cloud": choose it again first',
    ])
    await done('PUT', at('/settings'), { storages: null })
  })

  test('a server that nobody has backed up this week is named to those who may back it up', async () => {
    const attention = async (by = admin) => {
      const { servers, total } = await done('GET', '/api/backups/attention', undefined, by)
      return { names: servers.map(({ name }: { name: string }) => name), total }
    }
    expect(await attention()).toEqual({ names: [], total: 0 })
    const weeksAgo = Date.now() - 30 * 86_400_000
    await panel.db.updateTable('game_servers').set({ installed_at: weeksAgo, created_at: weeksAgo }).execute()
    // No storage is assigned to the old node: nothing could be done about its server.
    expect(await attention()).toEqual({ names: ['Other', 'Arena'], total: 2 })
    expect(await attention(await person(['game-server-files']))).toEqual({ names: ['Arena'], total: 1 })
    expect(await attention(await person([]))).toEqual({ names: [], total: 0 })
    await node.reported(
      server,
      reportOf(storage, 3, [nodeBackup('snap-2', { taken_at_ms: Date.now() - 3_600_000 })]),
    )
    expect(await attention()).toEqual({ names: ['Other'], total: 1 })
  })
})

describe('looking into a backup', () => {
  let inside: (rest: string) => string
  const entry = { name: 'a.txt', path: 'world/a.txt', type: 'file', size_bytes: 5, modified_at_ms: 1_000 }
  const visible = {
    name: 'a.txt',
    path: 'world/a.txt',
    type: 'file',
    size: 5,
    modified_at: '1970-01-01T00:00:01.000Z',
  }
  beforeAll(async () => {
    const [backup] = await listed()
    inside = rest => at(`/${backup?.id}${rest}`)
  })

  test('a folder is listed page by page', async () => {
    node.answer = async (_, transfer) => transfer.write(json({ entries: [entry], total: 41 }))
    const answer = await ask('GET', inside('/files?path=world&page=3&per_page=20'))
    expect(answer.json).toEqual([visible])
    expect(answer.headers.get('x-total-count')).toBe('41')
    expect(node.asked.at(-1)?.request).toMatchObject({ verb: 'browse', path: 'world', offset: 40, limit: 20 })
  })

  test('names are searched, and what is too much is cut', async () => {
    node.answer = async (_, transfer) =>
      transfer.write(json({ entries: [entry, { ...entry, name: 'b' }], is_cut: false }))
    const answer = await done('GET', inside('/files/search?name=a&limit=1'))
    expect(answer).toEqual({ matches: [visible], is_cut: true })
  })

  test('a comparison with today is passed on', async () => {
    const changes = [{ path: 'a', change: 'removed', type: 'file', then_bytes: 5, now_bytes: null }]
    node.answer = async (_, transfer) => transfer.write(json({ changes, is_cut: false }))
    expect(await done('GET', inside('/compare'))).toEqual({ changes, is_cut: false })
  })

  test('the bytes of a file come as they are, and no browser runs them', async () => {
    node.answer = async (_, transfer) => {
      await transfer.write(json(entry))
      await transfer.writeBytes(Buffer.from('hello'))
    }
    const answer = await ask('GET', inside('/files/content?path=world/a.txt'))
    expect([answer.status, answer.text]).toEqual([200, 'hello'])
    expect(answer.headers.get('content-security-policy')).toBe('sandbox')
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(node.asked.at(-1)?.work.byBytesLine).toBe(true)
    node.answer = async () => {
      throw new LinkRefusal('too_large', 'the file has 6000000 bytes')
    }
    expect((await ask('GET', inside('/files/content?path=big'))).status).toBe(413)
  })

  test('a download needs a session or a short-lived token, streams, and a refusal has its status', async () => {
    node.answer = async (_, transfer) => {
      for (let piece = 0; piece < 20; piece += 1) await transfer.writeBytes(Buffer.alloc(50_000, piece))
    }
    const { token } = await done('POST', '/api/auth/short-lived-token')
    const answer = await fetch(`${panel.url}${inside(`/download?path=world&token=${token}`)}`)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="world.zip"')
    expect((await answer.arrayBuffer()).byteLength).toBe(1_000_000)
    expect((await fetch(`${panel.url}${inside('/download')}`)).status).toBe(401)
    const all = await fetch(`${panel.url}${inside('/download')}`, {
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(all.headers.get('content-disposition')).toBe('attachment; filename="Arena.zip"')
    await all.body?.cancel()
    node.answer = async () => {
      throw new LinkRefusal('not_found', 'there is no such file in this backup')
    }
    expect((await ask('GET', inside('/download?path=nothing'))).status).toBe(404)
    const audited = auditLinesOf(panel).filter(line => line.event === 'backup.downloaded')
    expect(audited.map(line => [line.outcome, line.auth_method])).toEqual([
      ['success', 'short-lived-token'],
      ['success', 'login-session'],
      ['failure', 'login-session'],
    ])
  })

  test('no access token opens any of it', async () => {
    const token = await createToken(panel, admin, ['server:list', 'server:settings-manage'])
    for (const rest of ['', '/state', '/settings']) {
      expect((await ask('GET', at(rest), undefined, token)).status).toBe(403)
    }
    expect((await ask('GET', inside('/files'), undefined, token)).status).toBe(403)
  })

  test('an answer that makes no sense and a node that is away are told apart', async () => {
    node.answer = async (_, transfer) => transfer.write(json({ entries: 'none' }))
    expect((await ask('GET', inside('/files'))).status).toBe(503)
    await node.link.close()
    await waitFor('the node is away', async () => {
      const { json: told } = await ask('GET', `/api/nodes/${node.nodeId}`)
      return told.online === false
    })
    const answer = await ask('GET', inside('/files'))
    expect([answer.status, codeOf(answer)]).toEqual([503, 'node_offline'])
    // Taking one waits for the node as every task does.
    expect((await ask('POST', at(), {})).status).toBe(202)
  })
})

test('a storage with backups is deleted in two steps, and no secret was ever answered or logged', async () => {
  const [{ id, place }] = await done('GET', '/api/backup-storages')
  const kept = await ask('DELETE', `/api/backup-storages/${id}`)
  expect(kept.status).toBe(409)
  expect(kept.json.message).toContain('assign it to no node first')
  const nowhere = { name: 'Cloud', place, assigned: { to: 'nodes', node_ids: [] } }
  expect(await done('PUT', `/api/backup-storages/${id}`, nowhere)).toMatchObject({ servers: 0, backups: 1 })
  expect((await ask('DELETE', `/api/backup-storages/${id}`)).status).toBe(204)
  expect(await listed()).toEqual([])
  const definition = node.definitionOf(server)
  const password = definition?.backup_storages[0]?.password ?? 'none'
  for (const path of ['/state', '/settings', '']) everythingSaid.push((await ask('GET', at(path))).text)
  const said = [...everythingSaid, ...panel.logLines].join('\n')
  for (const secret of [...Object.values(secrets), password]) expect(said).not.toContain(secret)
})
