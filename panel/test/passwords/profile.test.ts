import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson, createToken, restrictedSession, statusWith, usualPassword } from '../tokens/people.ts'

let panel: TestPanel
let person: Awaited<ReturnType<typeof addPerson>>
beforeAll(async () => {
  panel = await startTestPanel()
  person = await addPerson(panel, 'petra')
})
afterAll(() => panel.stop())

const put = (body: unknown, sessionToken = person.sessionToken) =>
  panel.request('PUT', '/api/profile', { sessionToken, body })
const get = async (sessionToken = person.sessionToken) =>
  (await panel.request('GET', '/api/profile', { sessionToken })).json
const auditLines = () =>
  panel.logLines.map(line => JSON.parse(line)).filter(line => line.component === 'audit')

describe('the own profile', () => {
  test('4.1 name, e-mail address and language change, alone or together', async () => {
    const answer = await put({ name: '  Petra P. ', email: 'petra@example.org', language: 'de' })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      name: 'Petra P.',
      email: 'petra@example.org',
      language: 'de',
      login: 'petra',
    })
    expect(await get()).toEqual(answer.json)
    expect((await put({ email: '' })).json).toMatchObject({ name: 'Petra P.', email: '', language: 'de' })
    expect((await put({})).json).toEqual(await get())
  })

  test('4.1 a profile holds every language of the interface, and the panel names them to all', async () => {
    const { languages } = (await panel.request('GET', '/api/config/public')).json
    expect(languages).toEqual(['en', 'de', 'es', 'fr', 'ru', 'zh'])
    for (const language of languages) {
      expect((await put({ language })).json).toMatchObject({ language })
      expect(await get()).toMatchObject({ language })
    }
  })

  test.each([
    ['name', ''],
    ['name', 'x'.repeat(191)],
    ['name', 'a\u0007b'],
    ['email', 'nobody'],
    ['email', `${'x'.repeat(320)}@example.org`],
    ['email', 7],
    ['language', 'xx'],
    ['language', ''],
    ['password', 7],
  ])('4.1 a %s of %j is refused and changes nothing', async (field, value) => {
    const before = await get()
    const answer = await put({ name: 'Somebody Else', [field]: value, current_password: usualPassword })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.json.errors)).toEqual([field])
    expect(await get()).toEqual(before)
  })

  test('A46 what is not a field of the profile is refused: nobody makes themselves an administrator', async () => {
    const before = await get()
    const answer = await put({ id: 1, login: 'admin', roles: ['admin'], is_admin: true, password_version: 9 })
    expect(answer.status).toBe(422)
    expect(await get()).toEqual(before)
  })

  test('5.7.3 a new password needs the current one; a wrong one is 422 and changes nothing else either', async () => {
    const password = 'eleven blue whales'
    const before = await get()
    for (const current_password of ['not this password', '', undefined]) {
      const answer = await put({ name: 'Changed', current_password, password })
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.json.errors)).toEqual(['current_password'])
    }
    expect(await get()).toEqual(before)
    expect(await panel.signIn({ login: 'petra', password: usualPassword })).toBeTruthy()
    expect((await put({ name: 'Changed', current_password: usualPassword, password })).status).toBe(200)
    expect((await get()).name).toBe('Changed')
    const old = await panel.request('POST', '/api/auth/login', {
      body: { login: 'petra', password: usualPassword },
    })
    expect(old.status).toBe(401)
    expect(await panel.signIn({ login: 'petra', password })).toBeTruthy()
  })

  test('5.7 of two changes with the same current password at once only one takes place', async () => {
    const { sessionToken } = await addPerson(panel, 'twice')
    const wanted = ['first of two changes', 'second of two changes']
    const answers = await Promise.all(
      wanted.map(password => put({ current_password: usualPassword, password }, sessionToken)),
    )
    expect(answers.map(answer => answer.status).sort((a, b) => a - b)).toEqual([200, 409])
    const winner = wanted[answers.findIndex(answer => answer.status === 200)] ?? ''
    expect(await panel.signIn({ login: 'twice', password: winner })).toBeTruthy()
  })

  test('6.4 changes are in the audit log, passwords nowhere', async () => {
    const own = await addPerson(panel, 'audited')
    const password = 'audited but unseen'
    await put({ name: 'Audited', language: 'en' }, own.sessionToken)
    await put({ current_password: 'a wrong password', password }, own.sessionToken)
    await put({ current_password: usualPassword, password }, own.sessionToken)
    const lines = auditLines().filter(line => line.actor_id === own.id && line.event.startsWith('user.'))
    expect(lines.map(line => [line.event, line.outcome, line.fields])).toEqual([
      ['user.changed', 'success', 'name,language'],
      ['user.password_changed', 'failure', undefined],
      ['user.password_changed', 'success', undefined],
    ])
    for (const secret of [password, usualPassword, 'a wrong password']) {
      expect(panel.logLines.join('')).not.toContain(secret)
    }
  })

  test('2.2 (C022) the profile holds no password, no secret and no code', async () => {
    const { text } = await panel.request('GET', '/api/profile', { sessionToken: person.sessionToken })
    const hash = (await panel.app.users.findById(person.id))?.passwordHash ?? ''
    for (const word of ['password', 'secret', 'recovery', 'last_used_step', hash])
      expect(text).not.toContain(word)
  })

  test('A13 a token cannot read or change the profile, a restricted session cannot change it', async () => {
    const token = await createToken(panel, person.sessionToken)
    expect(await statusWith(panel, token, '/api/profile')).toBe(403)
    expect((await put({ name: 'x' }, token)).status).toBe(403)
    const restricted = await put({ name: 'x' }, await restrictedSession(panel, person.id))
    expect(restricted.json).toMatchObject({
      http_code: 403,
      message: 'session is restricted to two-factor enrollment',
    })
    expect((await panel.request('PUT', '/api/profile', { body: { name: 'x' } })).status).toBe(401)
  })
})
