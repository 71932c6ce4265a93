import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson, usualPassword } from '../tokens/people.ts'

let panel: TestPanel
let lenient: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
  lenient = await startTestPanel({ variables: { AUTH_ALLOW_WEAK_PASSWORDS: 'true' } })
})
afterAll(async () => {
  await panel.stop()
  await lenient.stop()
})

let people = 0
/** What a new person is told who chooses this password. */
async function choose(where: TestPanel, password: string) {
  const { sessionToken } = await addPerson(where, `person-${++people}`)
  const body = { current_password: usualPassword, password }
  return where.request('PUT', '/api/profile', { sessionToken, body })
}

describe('password policy at the own password', () => {
  test.each([
    ['11 bytes', 'qwmzkvbyxjp', 422],
    ['12 lower-case letters (C194)', 'qwmzkvbyxjpt', 200],
    ['128 bytes', 'x1'.repeat(64), 200],
    ['129 bytes', `${'x1'.repeat(64)}y`, 422],
    ['6 Cyrillic letters (C191)', 'кенгур', 200],
    ['43 signs of 3 bytes (C191)', '☃'.repeat(43), 422],
    ['of the list (C192)', 'password1234', 422],
    ['of the list in capitals (C192)', 'PASSWORD1234', 422],
    ['empty', '', 422],
  ])('5.7 (C190, C343) a password that is %s', async (_, password, status) => {
    const answer = await choose(panel, password)
    expect(answer.status).toBe(status)
    if (status === 422) expect(answer.json.errors.password).toHaveLength(1)
    expect(answer.text).not.toContain(password || usualPassword)
  })

  test('5.7 (C193) AUTH_ALLOW_WEAK_PASSWORDS=true turns off the list check and nothing else', async () => {
    expect((await choose(lenient, 'password1234')).status).toBe(200)
    expect((await choose(lenient, 'PASSWORD1234')).status).toBe(200)
    expect((await choose(lenient, 'qwmzkvbyxjp')).status).toBe(422)
    expect((await choose(lenient, 'x'.repeat(129))).status).toBe(422)
  })

  test('5.7.3 (C196, C197) a weak ADMIN_PASSWORD is accepted, signs in, and is held to the policy when changed', async () => {
    const own = await startTestPanel({ administratorPassword: 'weak' })
    const sessionToken = await own.signIn({ login: 'admin', password: 'weak' })
    const change = (password: string) =>
      own.request('PUT', '/api/profile', { sessionToken, body: { current_password: 'weak', password } })
    expect((await change('weaker')).status).toBe(422)
    expect((await change('four calm lynxes')).status).toBe(200)
    expect(await own.signIn({ login: 'admin', password: 'four calm lynxes' })).toBeTruthy()
    await own.stop()
  })

  test('5.7 (A37) a password is raw bytes: nothing is trimmed or folded', async () => {
    const { sessionToken } = await addPerson(panel, 'exact')
    const password = '  Ünïcödé päss  '
    const body = { current_password: usualPassword, password }
    expect((await panel.request('PUT', '/api/profile', { sessionToken, body })).status).toBe(200)
    const signIn = async (tried: string) =>
      (await panel.request('POST', '/api/auth/login', { body: { login: 'exact', password: tried } })).status
    expect(await signIn(password.trim())).toBe(401)
    expect(await signIn(password.toLowerCase())).toBe(401)
    expect(await signIn(password.normalize('NFD'))).toBe(401)
    expect(await signIn(password)).toBe(200)
  })
})
