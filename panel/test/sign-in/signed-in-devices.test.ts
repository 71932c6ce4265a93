// Where people are signed in: the list, signing out one session, all others or everything, and what it costs.

import type { LoginSession } from '@rookery/contracts/http/login-sessions.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openChannel } from '../access/open-channel.ts'
import { countQueries } from '../count-queries.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson, dayMs, logIn, type Person, panelsOfTest } from './people.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
const minuteMs = 60_000

let panel: TestPanel
let person: Person
beforeAll(async () => {
  panel = await startTestPanel({ variables: { AUDIT_CLIENT_IP_HEADER: 'X-Real-IP' } })
})
afterAll(() => panel.stop())
beforeEach(async () => {
  person = await addPerson(panel)
  panel.clock.nowMs += minuteMs
})

async function signIn(more: Parameters<typeof logIn>[2] = {}, who: Person = person): Promise<string> {
  return (await logIn(panel, who, more)).json.token
}

async function listed(sessionToken: string, path = '/api/profile/sessions'): Promise<LoginSession[]> {
  const answer = await panel.request('GET', path, { sessionToken })
  expect(answer.status).toBe(200)
  return answer.json
}

const statusOf = async (sessionToken: string) =>
  (await panel.request('GET', '/api/profile', { sessionToken })).status
const statusesOf = (tokens: string[]) => Promise.all(tokens.map(statusOf))
const post = async (path: string, sessionToken: string) =>
  (await panel.request('POST', path, { sessionToken })).status
const signOutOthers = (sessionToken: string) => post('/api/profile/sessions/sign-out-others', sessionToken)
const iso = (ms: number) => new Date(ms).toISOString()

describe('the list of sessions', () => {
  test('names the device, the address by the rule of the audit log, the times, and the own session', async () => {
    const beganMs = panel.clock.nowMs
    const first = await signIn({ headers: { 'user-agent': firefox, 'x-real-ip': '203.0.113.7' } })
    panel.clock.nowMs += minuteMs
    const second = await signIn({ remember: true, headers: { 'user-agent': 'curl/8.5.0' } })
    const rows = await listed(first)
    expect(rows).toHaveLength(2)
    expect(rows.find(row => row.is_current)).toEqual({
      id: expect.any(Number),
      browser: 'Firefox',
      system: 'Linux',
      ip: '203.0.113.7',
      created_at: iso(beganMs),
      last_seen_at: iso(panel.clock.nowMs),
      expires_at: iso(beganMs + dayMs),
      is_current: true,
    })
    expect(rows.find(row => !row.is_current)).toMatchObject({
      browser: 'curl',
      system: null,
      ip: '127.0.0.1',
      expires_at: iso(panel.clock.nowMs + 7 * dayMs),
    })
    expect((await listed(second)).find(row => row.is_current)).toMatchObject({ browser: 'curl' })
  })

  test('an administrator sees the same for somebody else, and nobody else does', async () => {
    await signIn({ headers: { 'user-agent': firefox } })
    const path = `/api/users/${person.id}/sessions`
    const rows = await listed(await panel.signIn(), path)
    expect(rows).toEqual([expect.objectContaining({ browser: 'Firefox', is_current: false })])
    const own = await signIn()
    expect((await panel.request('GET', path, { sessionToken: own })).status).toBe(403)
  })

  test('holds neither expired, ended nor restricted sessions, and their rows go', async () => {
    const current = await signIn({ remember: true })
    const ended = await signIn()
    await signIn()
    await panel.request('POST', '/api/auth/logout', { sessionToken: ended })
    expect(await listed(current)).toHaveLength(2)
    panel.clock.nowMs += dayMs
    expect(await listed(current)).toHaveLength(1)
    await panel.app.keepHouse()
    const stored = panel.db.selectFrom('login_sessions').select('id').where('user_id', '=', person.id)
    expect(await stored.execute()).toHaveLength(1)

    const shown = iso(panel.clock.nowMs - 60 * dayMs)
    const late = await addPerson(panel, { isAdmin: true, metadata: { mfa_first_shown_at: shown } })
    expect((await logIn(panel, late)).json.mfa_enrollment_required).toBe(true)
    expect(await listed(await panel.signIn(), `/api/users/${late.id}/sessions`)).toEqual([])
  })

  test('holds none of a person whom `rookery user sign-out` signed out', async () => {
    await signIn()
    panel.clock.nowMs += 1_000
    await panel.app.users.endLoginSessions(await panel.app.users.require(person.id))
    expect(await listed(await panel.signIn(), `/api/users/${person.id}/sessions`)).toEqual([])
  })

  test('neither the answer nor the database holds a token', async () => {
    const sessionToken = await signIn()
    const stored = await panel.db.selectFrom('login_sessions').selectAll().execute()
    expect(JSON.stringify([stored, await listed(sessionToken)])).not.toContain(sessionToken.slice(9, 60))
  })

  test('is cut into pages', async () => {
    const tokens = [await signIn(), await signIn(), await signIn()]
    const answer = await panel.request('GET', '/api/profile/sessions?per_page=2', {
      sessionToken: tokens[0] ?? '',
    })
    expect(answer.json).toHaveLength(2)
    expect(answer.headers.get('x-total-count')).toBe('3')
  })

  test('a session that an earlier version began is listed once it was used', async () => {
    const sessionToken = await signIn()
    await panel.db.deleteFrom('login_sessions').where('user_id', '=', person.id).execute()
    panel.clock.nowMs += minuteMs
    expect(await statusOf(sessionToken)).toBe(200)
    await panel.app.keepHouse()
    expect(await listed(sessionToken)).toEqual([
      expect.objectContaining({ browser: null, system: null, ip: '', is_current: true }),
    ])
  })
})

describe('when a session was last seen', () => {
  const storedMs = async () => {
    const rows = panel.db.selectFrom('login_sessions').select('last_seen_at')
    return (await rows.where('user_id', '=', person.id).executeTakeFirst())?.last_seen_at
  }

  test('is written at most once a minute, never by a request, and costs no query', async () => {
    const sessionToken = await signIn()
    const beganMs = panel.clock.nowMs
    panel.clock.nowMs += minuteMs
    await panel.app.keepHouse()
    await statusOf(sessionToken)
    const writtenAtMs = panel.clock.nowMs
    const queries = countQueries(panel.db)
    const path = '/api/servers'
    for (const _ of [1, 2]) await panel.request('GET', path, { sessionToken })
    queries()
    expect((await panel.request('GET', path, { sessionToken })).status).toBe(200)
    expect(queries()).toBe(0)
    await panel.app.keepHouse()
    expect(await storedMs()).toBe(beganMs)
    panel.clock.nowMs += minuteMs
    await panel.app.keepHouse()
    expect(await storedMs()).toBe(writtenAtMs)
  })

  test('goes on while only a channel is open', async () => {
    const sessionToken = await signIn()
    const channel = await openChannel(panel, sessionToken, '/api/ws/events')
    panel.clock.nowMs += 10 * minuteMs
    await panel.app.keepHouse()
    expect(await storedMs()).toBe(panel.clock.nowMs)
    channel.socket.terminate()
  })
})

describe('signing out', () => {
  test('one session ends at once, with what is open in its name, and is gone from the list', async () => {
    const [current, other] = [await signIn(), await signIn()]
    const channel = await openChannel(panel, other, '/api/ws/events')
    const { id } = (await listed(current)).find(row => !row.is_current) ?? { id: 0 }
    const end = () =>
      panel.request('DELETE', `/api/profile/sessions/${id}`, { sessionToken: current }).then(it => it.status)
    expect(await end()).toBe(204)
    expect(await channel.closed).toBe(closeCodes.loginSessionEnded)
    expect(await statusesOf([current, other])).toEqual([200, 401])
    expect(await listed(current)).toHaveLength(1)
    expect(await end()).toBe(404)
  })

  test("another person's session is not there", async () => {
    const stranger = await addPerson(panel)
    const theirs = await signIn({}, stranger)
    const [row] = await listed(theirs)
    const answer = await panel.request('DELETE', `/api/profile/sessions/${row?.id}`, {
      sessionToken: await signIn(),
    })
    expect(answer.status).toBe(404)
    expect(await statusOf(theirs)).toBe(200)
  })

  test('all others end, older and newer, with their channels; the own one and its channel go on', async () => {
    const older = await signIn()
    panel.clock.nowMs += 1_000
    const [current, sameMoment] = [await signIn(), await signIn()]
    panel.clock.nowMs += 1_000
    const newer = await signIn()
    const stranger = await signIn({}, await addPerson(panel))
    const open = (token: string) => openChannel(panel, token, '/api/ws/events')
    const own = await open(current)
    const others = await Promise.all([older, sameMoment, newer].map(open))
    expect(await signOutOthers(current)).toBe(204)
    for (const { closed } of others) expect(await closed).toBe(closeCodes.loginSessionEnded)
    expect(await statusesOf([older, sameMoment, current, newer, stranger])).toEqual([401, 401, 200, 401, 200])
    expect(own.socket.readyState).toBe(own.socket.OPEN)
    own.socket.terminate()
    expect(await listed(current)).toHaveLength(1)
    expect(await statusOf(await signIn())).toBe(200)
  })

  test('all others end even without rows, as those of an earlier version', async () => {
    const older = await signIn()
    panel.clock.nowMs += 1_000
    const current = await signIn()
    await panel.db.deleteFrom('login_sessions').where('user_id', '=', person.id).execute()
    expect(await signOutOthers(current)).toBe(204)
    expect(await statusesOf([older, current])).toEqual([401, 200])
  })

  test('an administrator signs a person out everywhere; tokens and the password stay', async () => {
    const tokens = [await signIn(), await signIn({ remember: true })]
    const body = { name: 'script', abilities: ['server:list'] }
    const created = await panel.request('POST', '/api/tokens', { sessionToken: tokens[0] ?? '', body })
    const channel = await openChannel(panel, tokens[1] ?? '', '/api/ws/events')
    const admin = await panel.signIn()
    panel.clock.nowMs += 1_000
    expect(await post(`/api/users/${person.id}/sign-out`, admin)).toBe(204)
    expect(await channel.closed).toBe(closeCodes.loginSessionEnded)
    expect(await statusesOf([...tokens, admin])).toEqual([401, 401, 200])
    const script = await panel.request('GET', '/api/servers', { sessionToken: created.json.token })
    expect(script.status).toBe(200)
    expect(await listed(admin, `/api/users/${person.id}/sessions`)).toEqual([])
    panel.clock.nowMs += 1_000
    expect(await statusOf(await signIn())).toBe(200)
  })

  test('one who signs out others at the same time does not bring back what an administrator ended', async () => {
    const beganMs = panel.clock.nowMs
    const ended = await signIn()
    await panel.db.deleteFrom('login_sessions').where('user_id', '=', person.id).execute()
    const admin = await panel.signIn()
    panel.clock.nowMs += 1_000
    expect(await post(`/api/users/${person.id}/sign-out`, admin)).toBe(204)
    // The rest of a call that was let in before.
    await panel.app.users.endLoginSessions(await panel.app.users.require(person.id), undefined, beganMs)
    expect(await statusOf(ended)).toBe(401)
  })

  test('3 a password change leaves every session as it is', async () => {
    const [current, other] = [await signIn(), await signIn()]
    const body = { current_password: person.password, password: 'a quite new password' }
    expect((await panel.request('PUT', '/api/profile', { sessionToken: current, body })).status).toBe(200)
    expect(await statusesOf([current, other])).toEqual([200, 200])
  })

  test('is audited: who signed whom out, and of what', async () => {
    const [current, other] = [await signIn(), await signIn()]
    const { id } = (await listed(current)).find(row => !row.is_current) ?? { id: 0 }
    const admin = await panel.signIn()
    const before = panel.logLines.length
    await panel.request('DELETE', `/api/profile/sessions/${id}`, { sessionToken: current })
    await signOutOthers(current)
    await post(`/api/users/${person.id}/sign-out`, admin)
    const lines = panel.logLines.slice(before).map(line => JSON.parse(line))
    const audited = lines.filter(line => line.component === 'audit')
    const base = { event: 'user.signed_out', outcome: 'success', user_id: person.id }
    expect(audited).toEqual([
      expect.objectContaining({ ...base, actor_login: person.login, sessions: 'one', session_id: id }),
      expect.objectContaining({ ...base, actor_login: person.login, sessions: 'others' }),
      expect.objectContaining({ ...base, actor_login: 'admin', sessions: 'all', user_login: person.login }),
    ])
    expect(await statusOf(other)).toBe(401)
  })
})

describe('a restart', () => {
  const start = panelsOfTest()

  test('writes when sessions were last seen before the panel ends', async () => {
    const own = await start()
    const sessionToken = await own.signIn()
    own.clock.nowMs += minuteMs
    await own.request('GET', '/api/profile', { sessionToken })
    const seenMs = own.clock.nowMs
    await own.halt()
    const next = await start({ dataDir: own.dataDir })
    const row = await next.db.selectFrom('login_sessions').select('last_seen_at').executeTakeFirst()
    expect(row?.last_seen_at).toBe(seenMs)
  })
})
