import { createHash } from 'node:crypto'
import type { NewServiceAccountKey, ServiceAccount } from '@rookery/contracts/http/service-accounts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChannel, refusalOf } from '../access/open-channel.ts'
import { type Asked, ask, createUser, done, setPermissions } from '../access/people.ts'
import { auditedBy } from '../audit/audit-lines.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, createToken, statusWith } from '../tokens/people.ts'
import { createAccount, createKey } from './service-account-tools.ts'

const header = 'x-real-ip'
let panel: TestPanel
let admin: Asked
beforeAll(async () => {
  panel = await startTestPanel({ variables: { AUDIT_CLIENT_IP_HEADER: header } })
  admin = { panel, sessionToken: await panel.signIn() }
})
afterAll(() => panel.stop())

const from = (address: string, bearer: string, path = '/api/servers') =>
  panel.request('GET', path, { sessionToken: bearer, headers: { [header]: address } })
const later = (ms: number) => new Date(panel.clock.nowMs + ms).toISOString()
/** Instead of waiting for ever. */
const withinSeconds = (closed: Promise<number>) =>
  Promise.race([closed, new Promise<string>(resolve => setTimeout(() => resolve('it stayed open'), 20_000))])
const keysOf = (account: Pick<ServiceAccount, 'id'>) => `/api/service-accounts/${account.id}/keys`
const rotate = (account: ServiceAccount, key: NewServiceAccountKey, body: object = {}) =>
  done(admin, 'POST', `${keysOf(account)}/${key.id}/rotate`, body) as Promise<NewServiceAccountKey>

describe('keys of service accounts', () => {
  test('the value is shown once, of the secret only its SHA-256 is stored, and a prefix tells keys apart', async () => {
    const account = await createAccount(admin)
    const made = await createKey(admin, account.id, { name: 'deploys' })
    expect(made.key).toMatch(/^rks_[1-9][0-9]*_[A-Za-z0-9_-]{43}$/)
    expect(made.key.startsWith(made.prefix)).toBe(true)
    expect(made.prefix.length).toBeLessThan(made.key.length - 35)
    const secret = made.key.slice(`rks_${made.id}_`.length)
    const row = await panel.db
      .selectFrom('service_account_keys')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    expect(row.secret_hash).toBe(createHash('sha256').update(secret).digest('hex'))
    expect(JSON.stringify(row)).not.toContain(secret)
    const listed = await ask(admin, 'GET', keysOf(account))
    expect(listed.text).not.toContain(secret)
    expect(listed.json).toMatchObject([{ id: made.id, name: 'deploys', prefix: made.prefix }])
  })

  test('a key does what its account may, is seen as used, and acts in its own name in the audit log', async () => {
    const account = await createAccount(admin, ['admin'])
    const { key, id } = await createKey(admin, account.id)
    const lines = await auditedBy(panel, () =>
      panel.request('POST', '/api/nodes', { sessionToken: key, body: { name: 'by a program' } }),
    )
    expect(lines).toMatchObject([
      {
        event: 'node.created',
        actor_id: account.id,
        actor_login: account.login,
        auth_method: 'service-account',
        key_id: id,
      },
    ])
    const [listed] = (await ask(admin, 'GET', keysOf(account))).json as NewServiceAccountKey[]
    expect(listed?.last_used_at).not.toBeNull()
    await panel.app.keepHouse()
    const [written] = (await ask(admin, 'GET', keysOf(account))).json as NewServiceAccountKey[]
    expect(written?.last_used_ip).toBe('127.0.0.1')
  })

  test('an expired, a revoked, a disabled and a deleted one is refused at its next request', async () => {
    const account = await createAccount(admin)
    const expiring = await createKey(admin, account.id, { expires_at: later(60_000) })
    const revoked = await createKey(admin, account.id)
    expect([await statusWith(panel, expiring.key), await statusWith(panel, revoked.key)]).toEqual([200, 200])
    await done(admin, 'DELETE', `${keysOf(account)}/${revoked.id}`)
    expect(await statusWith(panel, revoked.key)).toBe(401)
    panel.clock.nowMs += 59_999
    expect(await statusWith(panel, expiring.key)).toBe(200)
    panel.clock.nowMs += 1
    expect(await statusWith(panel, expiring.key)).toBe(401)
    const other = await createKey(admin, account.id)
    expect(await statusWith(panel, other.key)).toBe(200)
    await done(admin, 'PUT', `/api/service-accounts/${account.id}`, { disabled: true })
    expect(await statusWith(panel, other.key)).toBe(401)
    await done(admin, 'PUT', `/api/service-accounts/${account.id}`, { disabled: false })
    expect(await statusWith(panel, other.key)).toBe(200)
    await done(admin, 'DELETE', `/api/service-accounts/${account.id}`)
    expect(await statusWith(panel, other.key)).toBe(401)
    expect((await ask(admin, 'GET', keysOf(account))).status).toBe(404)
  })

  test('a rotated key goes on for the overlap and no longer; it is replaced once', async () => {
    const account = await createAccount(admin)
    const old = await createKey(admin, account.id, { name: 'nightly', addresses: ['127.0.0.0/8'] })
    const fresh = await rotate(account, old, { overlap_seconds: 600 })
    expect(fresh).toMatchObject({ name: 'nightly', addresses: ['127.0.0.0/8'], expires_at: null })
    expect(fresh.key).not.toBe(old.key)
    expect([await statusWith(panel, old.key), await statusWith(panel, fresh.key)]).toEqual([200, 200])
    const again = await ask(admin, 'POST', `${keysOf(account)}/${old.id}/rotate`, {})
    expect([again.status, await statusWith(panel, fresh.key)]).toEqual([409, 200])
    panel.clock.nowMs += 600_000
    expect([await statusWith(panel, old.key), await statusWith(panel, fresh.key)]).toEqual([401, 200])
    const last = await rotate(account, fresh, { overlap_seconds: 0 })
    expect([await statusWith(panel, fresh.key), await statusWith(panel, last.key)]).toEqual([401, 200])
  })

  test('a key that was meant to live for an hour is replaced by one that lives for an hour', async () => {
    const account = await createAccount(admin)
    const old = await createKey(admin, account.id, { expires_at: later(3_600_000) })
    panel.clock.nowMs += 1_800_000
    const fresh = await rotate(account, old)
    expect(fresh.expires_at).toBe(later(3_600_000))
    const keys = (await ask(admin, 'GET', keysOf(account))).json as NewServiceAccountKey[]
    // The usual overlap is a day, but nothing makes the old one live longer than it was meant to.
    expect(keys.find(key => key.id === old.id)?.expires_at).toBe(old.expires_at)
  })

  test('A26 from a foreign address it is refused, also by its short-lived token, and the audit log says why', async () => {
    const account = await createAccount(admin)
    const made = await createKey(admin, account.id, { addresses: ['203.0.113.0/24', '2001:db8::/32'] })
    expect(made.addresses).toEqual(['203.0.113.0/24', '2001:db8::/32'])
    for (const address of ['203.0.113.9', '2001:db8:1::2'])
      expect((await from(address, made.key)).status).toBe(200)
    const lines = await auditedBy(panel, async () => {
      for (const address of ['203.0.114.9', '203.0.114.9', '2001:db9::1'])
        expect((await from(address, made.key)).status).toBe(401)
    })
    // One line for each address, however often.
    expect(lines.map(line => [line.event, line.key_id, line.reason, line.address])).toEqual([
      ['service_account.key_refused', made.id, 'address', '203.0.114.9'],
      ['service_account.key_refused', made.id, 'address', '2001:db9::1'],
    ])
    const issue = () =>
      panel.request('POST', '/api/auth/short-lived-token', {
        sessionToken: made.key,
        headers: { [header]: '203.0.113.9' },
      })
    const spend = async (address: string) => {
      const { token } = (await issue()).json
      return panel.request('GET', `/api/ws/events?token=${token}`, { headers: { [header]: address } })
    }
    expect([(await spend('203.0.113.9')).status, (await spend('203.0.114.9')).status]).toEqual([426, 401])
    const wrong = await ask(admin, 'POST', keysOf(account), { name: 'x', addresses: ['10.0.0.0/33', 'home'] })
    expect([wrong.status, wrong.json.errors.addresses[0]]).toEqual([
      422,
      expect.stringContaining('10.0.0.0/33, home'),
    ])
  })

  test('A49 guessing costs nobody anything: no 429, no lockout, no line, no use of the key', async () => {
    const account = await createAccount(admin)
    const made = await createKey(admin, account.id)
    const guesses = [
      `rks_${made.id}_${'A'.repeat(43)}`,
      `rks_${made.id + 1_000}_${'A'.repeat(43)}`,
      `rks_2147483648_${'A'.repeat(43)}`,
      'rks_',
      `${made.key}x`,
      made.key.slice(0, -1),
      made.key.toUpperCase(),
    ]
    const lines = await auditedBy(panel, async () => {
      for (let round = 0; round < 20; round++)
        for (const guess of guesses) expect(await statusWith(panel, guess)).toBe(401)
    })
    expect(lines).toEqual([])
    const [listed] = (await ask(admin, 'GET', keysOf(account))).json as NewServiceAccountKey[]
    expect(listed?.last_used_at).toBeNull()
    expect([await statusWith(panel, made.key), (await panel.signIn()).length > 0]).toEqual([200, true])
  })

  test('A02 a key is no session and no access token, and neither of them is a key', async () => {
    const account = await createAccount(admin, ['admin'])
    const { key } = await createKey(admin, account.id)
    // In the address only a short-lived token counts.
    expect(await refusalOf(panel, '', `/api/ws/events?x=1`)).not.toBeNull()
    expect((await panel.request('GET', `/api/ws/events?token=${key}`)).status).toBe(401)
    for (const [method, path] of [
      ['GET', '/api/profile'],
      ['PUT', '/api/profile'],
      ['POST', '/api/tokens'],
      ['GET', '/api/tokens'],
      ['GET', '/api/profile/sessions'],
      ['POST', '/api/profile/2fa/setup'],
      ['POST', '/api/auth/logout'],
    ] as const) {
      expect([path, (await panel.request(method, path, { sessionToken: key, body: {} })).status]).toEqual([
        path,
        401,
      ])
    }
    const pat = await createToken(panel, admin.sessionToken)
    const secret = key.split('_').slice(2).join('_')
    for (const disguised of [
      `rks_${pat.replace('|', '_')}`,
      `1|${secret}`,
      `${account.id}|${secret}`,
      `v4.local.${secret}`,
    ])
      expect(await statusWith(panel, disguised)).toBe(401)
    // Its login opens nothing, with any password, and answers as one that nobody has.
    const attempt = (login: string) =>
      panel.request('POST', '/api/auth/login', { body: { login, password: 'none' } })
    const [known, unknown] = [await attempt(account.login), await attempt('nobody-has-this')]
    expect([known.status, known.json.message]).toEqual([unknown.status, unknown.json.message])
  })

  test('service accounts are not among the people: list, invitation, password, sign-out', async () => {
    const account = await createAccount(admin)
    const logins = async (query: string) =>
      ((await ask(admin, 'GET', `/api/users?per_page=1000${query}`)).json as { login: string }[]).map(
        one => one.login,
      )
    expect(await logins('')).not.toContain(account.login)
    expect(await logins('&kind=service')).toContain(account.login)
    expect(await logins('&kind=all')).toEqual(expect.arrayContaining([account.login, 'admin']))
    expect((await ask(admin, 'GET', `/api/users/${account.id}`)).json).toMatchObject({ kind: 'service' })
    const server = await addGameServer(panel, 'a party')
    for (const [method, path, body, status] of [
      ['PUT', `/api/users/${account.id}`, { password: 'a password that nobody has lost' }, 404],
      ['DELETE', `/api/users/${account.id}`, undefined, 404],
      ['GET', `/api/users/${account.id}/sessions`, undefined, 404],
      ['POST', `/api/users/${account.id}/sign-out`, {}, 404],
      [
        'POST',
        `/api/servers/${server}/invitations`,
        { user_id: account.id, permissions: ['game-server-common'] },
        422,
      ],
      ['GET', `/api/service-accounts/1`, undefined, 404],
      ['POST', `/api/service-accounts`, { login: 'admin' }, 422],
    ] as const) {
      expect([path, (await ask(admin, method, path, body)).status]).toEqual([path, status])
    }
  })

  test('it is never the last administrator', async () => {
    await createAccount(admin, ['admin'])
    const answer = await ask(admin, 'PUT', '/api/users/1', { roles: ['user'] })
    expect([answer.status, answer.json.message]).toEqual([
      409,
      expect.stringContaining('no one would be left'),
    ])
  })

  test('A43 its channel is closed when it is revoked, disabled, without the permission, or over', async () => {
    const server = await addGameServer(panel, 'castle')
    const path = `/api/ws/servers/${server}/console`
    const watching = { 'game-server-common': true, 'game-server-console-view': true } as const
    const withChannel = async (
      end: (account: ServiceAccount, key: NewServiceAccountKey) => Promise<unknown>,
    ) => {
      const account = await createAccount(admin)
      await setPermissions(admin, account.id, server, watching)
      const key = await createKey(admin, account.id)
      const channel = await openChannel(panel, key.key, path)
      await end(account, key)
      return withinSeconds(channel.closed)
    }
    const revoked = withChannel((account, key) => done(admin, 'DELETE', `${keysOf(account)}/${key.id}`))
    expect(await revoked).toBe(4401)
    const disabled = withChannel(({ id }) =>
      done(admin, 'PUT', `/api/service-accounts/${id}`, { disabled: true }),
    )
    expect(await disabled).toBe(4401)
    const deleted = withChannel(({ id }) => done(admin, 'DELETE', `/api/service-accounts/${id}`))
    expect(await deleted).toBe(4401)
    const blinded = withChannel(({ id }) =>
      setPermissions(admin, id, server, { 'game-server-common': false }),
    )
    expect(await blinded).toBe(4403)
    const replaced = withChannel((account, key) => rotate(account, key, { overlap_seconds: 0 }))
    expect(await replaced).toBe(4401)
    const later = withChannel(async (account, key) => {
      await rotate(account, key, { overlap_seconds: 1 })
      panel.clock.nowMs += 1_000
    })
    expect(await later).toBe(4401)
  })

  test('only administrators see service accounts, and whoever does not is told what is missing', async () => {
    const person = await createUser(admin)
    const answer = await panel.request('GET', '/api/service-accounts', { sessionToken: person.sessionToken })
    expect([answer.status, answer.json.missing]).toEqual([403, { permission: 'admin roles & permissions' }])
  })
})
