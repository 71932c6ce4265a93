// A suspended person: not let in, and out at once wherever they were.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChannel } from '../access/open-channel.ts'
import { type Asked, ask, createUser, done, goodPassword, type Made } from '../access/people.ts'
import { codeAt } from '../sign-in/authenticator.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer } from '../tokens/people.ts'

const reason = 'spam in the chat'
const message = `this account is suspended: ${reason}`

let panel: TestPanel
let admin: Asked
beforeAll(async () => {
  panel = await startTestPanel({ variables: { ACTIVITY_PEOPLE: 'true' } })
  admin = { panel, sessionToken: await panel.signIn() }
})
afterAll(() => panel.stop())

const suspend = (id: number, by = admin) => ask(by, 'PUT', `/api/users/${id}/suspension`, { reason })
const unsuspend = (id: number) => done(admin, 'DELETE', `/api/users/${id}/suspension`)
const as = ({ sessionToken }: Made): Asked => ({ panel, sessionToken })
const signIn = (login: string, password = goodPassword) =>
  panel.request('POST', '/api/auth/login', { body: { login, password } })

test('is told so after the right password alone, and signs in again when it is over', async () => {
  const person = await createUser(admin)
  const { status, json } = await suspend(person.id)
  expect(status).toBe(200)
  expect(json.suspended).toMatchObject({ reason, by: 'admin' })
  const wrong = await signIn(person.login, 'another password')
  expect([wrong.status, wrong.json.code]).toEqual([401, 'wrong_credentials'])
  expect(wrong.text).not.toContain('suspended')
  const right = await signIn(person.login)
  expect([right.status, right.json.code, right.json.message]).toEqual([403, 'user_suspended', message])
  expect((await unsuspend(person.id)).suspended).toBeNull()
  expect((await signIn(person.login)).status).toBe(200)
})

test('is out at once: sessions, short-lived and access tokens, and channels', async () => {
  const person = await createUser(admin)
  const server = await addGameServer(panel, 'castle')
  await done(admin, 'PUT', `/api/servers/${server}`, { owner_id: person.id })
  const { token } = await done(as(person), 'POST', '/api/tokens', { name: 'bot', abilities: ['server:list'] })
  const short = await done(as(person), 'POST', '/api/auth/short-lived-token')
  const { closed } = await openChannel(panel, person.sessionToken, `/api/ws/servers/${server}/console`)
  const byToken = () => ask({ panel, sessionToken: token }, 'GET', '/api/servers')
  expect((await byToken()).status).toBe(200)
  await suspend(person.id)
  expect(await closed).toBe(4401)
  expect((await ask(as(person), 'GET', '/api/profile')).status).toBe(401)
  expect((await byToken()).status).toBe(401)
  const path = `/api/ws/servers/${server}/console?token=${short.token}`
  expect((await panel.request('GET', path)).status).toBe(401)
  await unsuspend(person.id)
  expect((await ask(as(person), 'GET', '/api/profile')).status, 'the session is over').toBe(401)
  expect((await byToken()).status, 'the token works again').toBe(200)
})

test('their servers are not touched', async () => {
  const person = await createUser(admin)
  const server = await addGameServer(panel, 'tower')
  await done(admin, 'PUT', `/api/servers/${server}`, { owner_id: person.id })
  await suspend(person.id)
  expect(await done(admin, 'GET', `/api/servers/${server}`)).toMatchObject({
    suspended: null,
    owner: { id: person.id },
  })
})

describe('is never', () => {
  test('whoever asks for it', async () => {
    const { id } = await done(admin, 'GET', '/api/profile')
    const { status, json } = await suspend(id)
    expect([status, json.message]).toEqual([
      409,
      'you cannot suspend yourself: let another administrator do it',
    ])
  })

  test('the last administrator, not by two who suspend each other at the same moment', async () => {
    const { id: first } = await done(admin, 'GET', '/api/profile')
    const second = await createUser(admin, ['admin'])
    const both = await Promise.all([suspend(first, as(second)), suspend(second.id)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const people = await panel.db.selectFrom('users').select(['id', 'suspended_at']).execute()
    const left = people.filter(
      ({ id, suspended_at }) => [first, second.id].includes(id) && suspended_at === null,
    )
    expect(left).toHaveLength(1)
    if (left[0]?.id !== first) {
      await done(as(second), 'DELETE', `/api/users/${first}/suspension`)
      panel.clock.nowMs += 1_000
      admin = { panel, sessionToken: await panel.signIn() }
    }
    await done(admin, 'DELETE', `/api/users/${second.id}`)
  })

  test('deleting or demoting the others leaves no suspended administrator alone', async () => {
    const second = await createUser(admin, ['admin'])
    await suspend(second.id)
    const { id } = await done(admin, 'GET', '/api/profile')
    const demoted = await ask(admin, 'PUT', `/api/users/${id}`, { roles: ['user'] })
    expect([demoted.status, demoted.json.code]).toEqual([409, 'conflict'])
    await done(admin, 'DELETE', `/api/users/${second.id}`)
  })

  test('a service account, which is disabled instead', async () => {
    const { id } = await done(admin, 'POST', '/api/service-accounts', { login: 'bot-1' })
    expect((await suspend(id)).status).toBe(404)
  })

  test('an administrator, by a service account', async () => {
    const second = await createUser(admin, ['admin'])
    const bot = await done(admin, 'POST', '/api/service-accounts', { login: 'bot-2', roles: ['admin'] })
    const { key } = await done(admin, 'POST', `/api/service-accounts/${bot.id}/keys`, { name: 'key' })
    const by = { panel, sessionToken: key }
    expect((await suspend(second.id, by)).status).toBe(403)
    const person = await createUser(admin)
    expect((await suspend(person.id, by)).status).toBe(200)
  })
})

test('a sign-in that waits for its second factor ends there', async () => {
  const person = await createUser(admin)
  const { secret } = await done(as(person), 'POST', '/api/profile/2fa/setup')
  const code = () => codeAt(secret, panel.clock.nowMs)
  await done(as(person), 'POST', '/api/profile/2fa/confirm', { code: code() })
  const { json: challenge } = await signIn(person.login)
  expect(challenge.two_factor_required).toBe(true)
  await suspend(person.id)
  panel.clock.nowMs += 60_000
  const body = { challenge_token: challenge.challenge_token, code: code() }
  const answer = await panel.request('POST', '/api/auth/2fa/verify', { body })
  expect([answer.status, answer.json.code]).toEqual([403, 'user_suspended'])
})

test('is recorded for people: who, whom and why', async () => {
  const person = await createUser(admin)
  await suspend(person.id)
  await suspend(person.id)
  await unsuspend(person.id)
  const entries = await done(
    admin,
    'GET',
    `/api/activity?scope=people&subject_type=user&subject_id=${person.id}`,
  )
  expect(entries.map(({ event }: { event: string }) => event)).toEqual([
    'user_unsuspended',
    'user_suspended',
    'signed_in',
    'user_created',
  ])
  expect(entries[1].details).toEqual({ reason })
})
