import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson, createToken, idOf, restrictedSession, statusWith, usualPassword } from './people.ts'

/** How often two of them race. */
const races = proofSize({ short: 4, proof: 12 })

// The clock of the panel stands still here: whatever is remembered stays remembered unless it is ended.

let panel: TestPanel
let adminSession: string
beforeAll(async () => {
  panel = await startTestPanel()
  adminSession = await panel.signIn()
})
afterAll(() => panel.stop())

const revoke = async (bearer: string, token: string) =>
  (await panel.request('DELETE', `/api/tokens/${idOf(token)}`, { sessionToken: bearer })).status

const changePassword = async (sessionToken: string, current: string, password: string) =>
  (
    await panel.request('PUT', '/api/profile', {
      sessionToken,
      body: { current_password: current, password },
    })
  ).status

describe('the end of personal access tokens', () => {
  test('3 (C050) a revoked token is refused at once, and cannot be revoked again', async () => {
    const token = await createToken(panel, adminSession)
    expect(await statusWith(panel, token)).toBe(200)
    expect(await revoke(adminSession, token)).toBe(204)
    expect(await statusWith(panel, token)).toBe(401)
    expect(await revoke(adminSession, token)).toBe(404)
  })

  test('3 (C050) a token may revoke itself and its siblings', async () => {
    const [one, two] = [await createToken(panel, adminSession), await createToken(panel, adminSession)]
    expect(await revoke(one, two)).toBe(204)
    expect(await revoke(one, one)).toBe(204)
    expect([await statusWith(panel, one), await statusWith(panel, two)]).toEqual([401, 401])
  })

  test('3 (C051) the token of somebody else is not touched, not even by an administrator', async () => {
    const person = await addPerson(panel, 'owner')
    const token = await createToken(panel, person.sessionToken)
    expect(await revoke(adminSession, token)).toBe(403)
    expect(await revoke(await createToken(panel, adminSession), token)).toBe(403)
    expect(await statusWith(panel, token)).toBe(200)
    expect(await revoke(await restrictedSession(panel, person.id), token)).toBe(403)
    expect(await statusWith(panel, token)).toBe(200)
  })

  test.each(['0', '-1', 'x', '1e3', '01', '4294967296000'])(
    '4.1 there is no token %s to revoke',
    async id => {
      const answer = await panel.request('DELETE', `/api/tokens/${id}`, { sessionToken: adminSession })
      expect(answer.status).toBe(404)
    },
  )

  test('5.2.7 (C047) a new password ends the tokens made before it; sessions and later tokens work', async () => {
    const person = await addPerson(panel, 'changer')
    const bystander = await createToken(panel, adminSession)
    const old = await createToken(panel, person.sessionToken)
    expect(await statusWith(panel, old)).toBe(200)
    expect(await changePassword(person.sessionToken, usualPassword, 'seven quiet herons')).toBe(200)
    expect(await statusWith(panel, old)).toBe(401)
    expect(await statusWith(panel, person.sessionToken)).toBe(200)
    const later = await createToken(panel, person.sessionToken)
    expect(await statusWith(panel, later)).toBe(200)
    expect(await statusWith(panel, bystander)).toBe(200)
    const list = await panel.request('GET', '/api/tokens', { sessionToken: person.sessionToken })
    expect(list.json.map((item: { id: number }) => item.id)).toEqual([idOf(later)])
    expect(
      await statusWith(panel, await panel.signIn({ login: 'changer', password: 'seven quiet herons' })),
    ).toBe(200)
  })

  test('5.2.7 (C048) so does a password that an administrator sets', async () => {
    const person = await addPerson(panel, 'ward')
    const old = await createToken(panel, person.sessionToken)
    expect(await statusWith(panel, old)).toBe(200)
    const user = await panel.app.users.findById(person.id)
    if (user) await panel.app.users.change(user, { password: 'set by somebody else' }, 'panel')
    expect(await statusWith(panel, old)).toBe(401)
    expect(await statusWith(panel, person.sessionToken)).toBe(200)
    expect(await statusWith(panel, await createToken(panel, person.sessionToken))).toBe(200)
  })

  test('5.2.7 a new name or language ends nothing', async () => {
    const person = await addPerson(panel, 'renamed')
    const token = await createToken(panel, person.sessionToken)
    const body = { name: 'New Name', language: 'de' }
    expect(
      (await panel.request('PUT', '/api/profile', { sessionToken: person.sessionToken, body })).status,
    ).toBe(200)
    expect(await statusWith(panel, token)).toBe(200)
  })

  test('5.2 (C107) token and session of a removed user are refused at once', async () => {
    const person = await addPerson(panel, 'leaver')
    const token = await createToken(panel, person.sessionToken)
    expect([await statusWith(panel, token), await statusWith(panel, person.sessionToken)]).toEqual([200, 200])
    await panel.app.users.remove(person.id, 'panel')
    expect([await statusWith(panel, token), await statusWith(panel, person.sessionToken)]).toEqual([401, 401])
  })

  test('T-023 a token made while the password changes, in any order, works exactly if it was made after', async () => {
    const person = await addPerson(panel, 'racer')
    let password = usualPassword
    for (let round = 0; round < races; round++) {
      const next = `racing password ${round}`
      const created: Promise<string>[] = []
      const changed = changePassword(person.sessionToken, password, next)
      for (let i = 0; i < 6; i++) {
        created.push(createToken(panel, person.sessionToken))
        await new Promise(resolve => setTimeout(resolve, (round * 36) / races))
      }
      expect(await changed).toBe(200)
      password = next
      const current = await panel.app.users.findById(person.id)
      for (const token of await Promise.all(created)) {
        const row = await panel.db
          .selectFrom('personal_access_tokens')
          .select('password_version')
          .where('id', '=', idOf(token))
          .executeTakeFirstOrThrow()
        const isCurrent = row.password_version === current?.passwordVersion
        expect(await statusWith(panel, token)).toBe(isCurrent ? 200 : 401)
      }
      expect(await statusWith(panel, await createToken(panel, person.sessionToken))).toBe(200)
    }
  })
})

describe('the end of login sessions', () => {
  test('3 (C045, C046) logout ends the token at once on every route, and a second logout is refused', async () => {
    const sessionToken = await panel.signIn()
    const other = await panel.signIn()
    expect(await statusWith(panel, sessionToken)).toBe(200)
    const logOut = async () => (await panel.request('POST', '/api/auth/logout', { sessionToken })).status
    expect(await logOut()).toBe(204)
    for (const { endpoint, access } of panel.app.routes) {
      if (access.demand.who === 'anyone') continue
      const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
      const { status } = await panel.request(endpoint.method, path, { sessionToken })
      expect(status, `${endpoint.method} ${endpoint.path}`).toBe(401)
    }
    expect(await logOut()).toBe(401)
    expect(await statusWith(panel, other)).toBe(200)
  })

  test('5.3 logout in the middle of many requests: none that begins after the answer is let in', async () => {
    for (let round = 0; round < races; round++) {
      const sessionToken = await panel.signIn()
      const during = Array.from({ length: 20 }, () => statusWith(panel, sessionToken, '/api/profile'))
      const ended = panel.request('POST', '/api/auth/logout', { sessionToken })
      during.push(...Array.from({ length: 20 }, () => statusWith(panel, sessionToken, '/api/profile')))
      await ended
      const after = Array.from({ length: 10 }, () => statusWith(panel, sessionToken, '/api/profile'))
      expect(new Set(await Promise.all(after))).toEqual(new Set([401]))
      await Promise.all(during)
      expect(await statusWith(panel, sessionToken, '/api/profile')).toBe(401)
    }
  })

  test('5.3.2 a remembered session ends on time', async () => {
    const sessionToken = await panel.signIn()
    const before = panel.clock.nowMs
    panel.clock.nowMs = before + 86_400_000 - 100
    expect(await statusWith(panel, sessionToken)).toBe(200)
    panel.clock.nowMs = before + 86_400_000
    expect(await statusWith(panel, sessionToken)).toBe(401)
    panel.clock.nowMs = before
  })

  test('T-022 a new login leaves the session alone: identity is the id', async () => {
    const person = await addPerson(panel, 'before')
    await panel.db
      .updateTable('users')
      .set({ login: 'after', login_key: 'after' })
      .where('id', '=', person.id)
      .execute()
    await panel.app.changes.publishEverywhere({ kind: 'user-changed', userId: person.id })
    const profile = await panel.request('GET', '/api/profile', { sessionToken: person.sessionToken })
    expect(profile.json).toMatchObject({ id: person.id, login: 'after' })
  })
})
