import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import {
  addEnrolledPerson,
  addPerson,
  auditLines,
  codeAt,
  confirm,
  enroll,
  logIn,
  logInWithCode,
  openChallenge,
  setUp,
  statusesOf,
  userRow,
  verify,
  wrongCodeAt,
} from './people.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel({ variables: { AUDIT_CLIENT_IP_HEADER: 'X-Real-IP' } })
})
afterAll(() => panel.stop())

const recoveryForm = /^[bcdfghjkmnpqrstvwxz2-9]{5}-[bcdfghjkmnpqrstvwxz2-9]{5}$/
const currentCode = (secret: string) => codeAt(secret, panel.clock.nowMs)
const profileStatus = async (sessionToken: string) =>
  (await panel.request('GET', '/api/profile', { sessionToken })).status
/** The shared address must not run into its own limit. */
const nextWindow = () => {
  panel.clock.nowMs += 16 * 60_000
}

describe('5.5 enrollment', () => {
  test('5.5.6 (C071) setup gives a secret, an otpauth address and a QR code', async () => {
    const person = await addPerson(panel)
    const { json } = await setUp(panel, await panel.signIn(person))
    expect(json.secret).toMatch(/^[A-Z2-7]{32,}$/)
    const uri = new URL(json.otpauth_uri)
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.host).toBe('totp')
    expect(decodeURIComponent(uri.pathname)).toBe(`/Rookery:${person.login}`)
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Rookery',
      secret: json.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(json.qr_svg).toMatch(/^<svg [\s\S]*<\/svg>$/)
    expect(json.qr_svg).not.toContain('<script')
  })

  test('2.2 (C027, C023) confirm gives ten codes of the right form; the database holds no secret in the clear', async () => {
    const person = await addEnrolledPerson(panel)
    expect(person.recoveryCodes).toHaveLength(10)
    expect(new Set(person.recoveryCodes).size).toBe(10)
    for (const code of person.recoveryCodes) expect(code).toMatch(recoveryForm)
    const row = await userRow(panel, person.login)
    expect(row.two_factor_secret).toMatch(/^enc1:/)
    expect(Number.isInteger(row.two_factor_last_used_step)).toBe(true)
    const stored = JSON.stringify(row)
    for (const secret of [
      person.secret,
      ...person.recoveryCodes,
      ...person.recoveryCodes.map(code => code.replace('-', '')),
    ]) {
      expect(stored).not.toContain(secret)
      expect(panel.logLines.join('')).not.toContain(secret)
    }
    expect(auditLines(panel, 'two_factor.enabled').at(-1)).toMatchObject({
      outcome: 'success',
      category: 'two_factor',
      actor_id: person.id,
      actor_login: person.login,
      auth_method: 'login-session',
    })
  })

  test('3 (C053) a setup that was never confirmed asks for no code', async () => {
    const person = await addPerson(panel)
    await setUp(panel, await panel.signIn(person))
    expect((await logIn(panel, person)).json.token).toMatch(/^v4\.local\./)
  })

  test('3 (C054) a second setup replaces the first', async () => {
    const person = await addPerson(panel)
    const sessionToken = await panel.signIn(person)
    const first = (await setUp(panel, sessionToken)).json.secret
    const second = (await setUp(panel, sessionToken)).json.secret
    expect((await confirm(panel, sessionToken, currentCode(first))).status).toBe(422)
    expect((await confirm(panel, sessionToken, currentCode(second))).status).toBe(200)
  })

  test('3 (C059) the codes are shown once: a second confirm is 409, and so is one without a setup', async () => {
    const person = await addPerson(panel)
    const sessionToken = await panel.signIn(person)
    expect((await confirm(panel, sessionToken, '123456')).status).toBe(409)
    const { secret } = (await setUp(panel, sessionToken)).json
    const code = currentCode(secret)
    expect((await confirm(panel, sessionToken, code)).status).toBe(200)
    const again = await confirm(panel, sessionToken, code)
    expect([again.status, codeOf(again)]).toEqual([409, 'conflict'])
    expect(again.text).not.toMatch(/recovery_codes/)
    expect((await setUp(panel, sessionToken)).status).toBe(409)
    // A full session stays what it was (A16).
    expect(await profileStatus(sessionToken)).toBe(200)
  })

  test.each([[{}], [{ code: 'abc' }], [{ code: '12345' }], [{ code: '1234567' }], [{ code: 123456 }]])(
    '4.1 (C072) confirm with %j is 422',
    async body => {
      const person = await addPerson(panel)
      const sessionToken = await panel.signIn(person)
      await setUp(panel, sessionToken)
      const answer = await panel.request('POST', '/api/profile/2fa/confirm', { sessionToken, body })
      expect(answer.status).toBe(422)
      expect((answer.json as { errors: object }).errors).toHaveProperty('code')
    },
  )
})

describe('3 signing in with a second factor', () => {
  test('3 (C030) without one: a session, and no trace of a challenge', async () => {
    const person = await addPerson(panel)
    const { json } = await logIn(panel, person)
    expect(Object.keys(json).sort()).toEqual(['expires_in', 'token', 'user'])
  })

  test('3 (C031, C032) the password opens a challenge, the code a session', async () => {
    const person = await addEnrolledPerson(panel)
    const first = await logIn(panel, person)
    expect(first.status).toBe(200)
    expect(first.json).toEqual({
      two_factor_required: true,
      challenge_token: expect.stringMatching(/^g2fa_[A-Za-z0-9_-]{43}$/),
      expires_in: 300,
    })
    expect(first.text).not.toContain('v4.local')
    const second = await verify(panel, first.json.challenge_token, currentCode(person.secret))
    expect(second.status).toBe(200)
    expect(second.json).toMatchObject({ expires_in: 86_400, user: { id: person.id, login: person.login } })
    expect(await profileStatus(second.json.token)).toBe(200)
    expect(auditLines(panel, 'auth.login').at(-1)).toMatchObject({
      outcome: 'success',
      auth_method: 'second-factor',
    })
  })

  test('3 (C028, C033) a recovery code works once', async () => {
    const person = await addEnrolledPerson(panel)
    for (const code of person.recoveryCodes) {
      nextWindow()
      expect((await logInWithCode(panel, person, code)).status).toBe(200)
      expect((await logInWithCode(panel, person, code)).status).toBe(401)
    }
  })

  test('5.5.7 the profile says how many recovery codes are left, and nothing while there are none', async () => {
    const person = await addEnrolledPerson(panel)
    const [one = ''] = person.recoveryCodes
    const profileOf = async (sessionToken: string) =>
      (await panel.request('GET', '/api/profile', { sessionToken })).json
    const { json } = await logInWithCode(panel, person, one)
    expect(await profileOf(json.token)).toMatchObject({ two_factor_enabled: true, recovery_codes_left: 9 })
    expect(await profileOf(await panel.signIn(await addPerson(panel)))).not.toHaveProperty(
      'recovery_codes_left',
    )
  })

  test('5.5.7 (C150) a recovery code ignores case, spaces and the dash', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const [one = '', two = '', three = ''] = person.recoveryCodes
    expect((await logInWithCode(panel, person, one.toUpperCase().replace('-', ''))).status).toBe(200)
    expect((await logInWithCode(panel, person, ` ${two.replace('-', ' ')} `)).status).toBe(200)
    expect((await logInWithCode(panel, person, one)).status).toBe(401)
    expect((await logInWithCode(panel, person, three)).status).toBe(200)
  })

  test('5.5.6 (C034) a code is used up, in another challenge too', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const code = currentCode(person.secret)
    expect((await logInWithCode(panel, person, code)).status).toBe(200)
    for (const seconds of [0, 10, 30]) {
      panel.clock.nowMs += seconds * 1000
      expect((await logInWithCode(panel, person, code)).status).toBe(401)
    }
    panel.clock.nowMs += 30_000
    expect((await logInWithCode(panel, person, currentCode(person.secret))).status).toBe(200)
  })

  test('5.5.6 (A18) the code that confirmed the enrollment is used up too', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const codeOfConfirm = codeAt(person.secret, panel.clock.nowMs - 30_000)
    expect((await logInWithCode(panel, person, codeOfConfirm)).status).toBe(401)
  })

  test('3 (C035) remember-me is remembered over the second step', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const challengeToken = await openChallenge(panel, person, true)
    const answer = await verify(panel, challengeToken, currentCode(person.secret))
    expect(answer.json.expires_in).toBe(604_800)
  })

  test('8.1.5 (C036, C037) five entries are checked, the sixth is refused even if right; the password opens a new one', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const challengeToken = await openChallenge(panel, person)
    const wrong = wrongCodeAt(person.secret, panel.clock.nowMs)
    const answers = []
    for (let i = 0; i < 5; i++) answers.push(await verify(panel, challengeToken, wrong))
    expect(answers.map(codeOf)).toEqual(Array.from({ length: 5 }, () => 'wrong_second_factor'))
    const sixth = await verify(panel, challengeToken, currentCode(person.secret))
    expect([sixth.status, codeOf(sixth)]).toEqual([401, 'challenge_ended'])
    const next = await openChallenge(panel, person)
    expect(next).not.toBe(challengeToken)
    expect((await verify(panel, next, currentCode(person.secret))).status).toBe(200)
  })

  test('8.1.5 (A33) the fifth entry still counts, and both kinds of code share the five', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const challengeToken = await openChallenge(panel, person)
    for (const code of ['bbbbb-bbbbb', '1', 'bbbbb-ccccc', wrongCodeAt(person.secret, panel.clock.nowMs)]) {
      expect((await verify(panel, challengeToken, code)).status).toBe(401)
    }
    expect((await verify(panel, challengeToken, currentCode(person.secret))).status).toBe(200)
  })

  test('3 (C038) a challenge is used once, and lives five minutes', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const used = await openChallenge(panel, person)
    expect((await verify(panel, used, currentCode(person.secret))).status).toBe(200)
    const [one = '', two = ''] = person.recoveryCodes
    expect((await verify(panel, used, one)).status).toBe(401)
    const late = await openChallenge(panel, person)
    panel.clock.nowMs += 300_000
    expect((await verify(panel, late, one)).status).toBe(401)
    const inTime = await openChallenge(panel, person)
    panel.clock.nowMs += 299_000
    expect((await verify(panel, inTime, one)).status).toBe(200)
    expect((await logInWithCode(panel, person, two)).status).toBe(200)
  })

  test('3 (C039) the code of one person does not fit the challenge of another', async () => {
    nextWindow()
    const [a, b] = [await addEnrolledPerson(panel), await addEnrolledPerson(panel)]
    expect((await logInWithCode(panel, a, currentCode(b.secret))).status).toBe(401)
    expect((await logInWithCode(panel, a, b.recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await logInWithCode(panel, b, b.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('5.5 a password changed meanwhile, or a second factor switched off, ends the challenge', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const [one = '', two = ''] = person.recoveryCodes
    const challengeToken = await openChallenge(panel, person)
    const row = await userRow(panel, person.login)
    const changed = { password_version: row.password_version + 1 }
    await panel.db.updateTable('users').set(changed).where('id', '=', person.id).execute()
    expect(codeOf(await verify(panel, challengeToken, one))).toBe('challenge_ended')
    const another = await openChallenge(panel, person)
    const body = { password: person.password, code: two }
    await panel.request('DELETE', '/api/profile/2fa', { sessionToken: person.sessionToken, body })
    expect(codeOf(await verify(panel, another, one))).toBe('challenge_ended')
  })

  test.each([
    ['t-2', 401, -2],
    ['t-1', 200, -1],
    ['t', 200, 0],
    ['t+1', 200, 1],
    ['t+2', 401, 2],
  ])('5.5.6 (C147) a code of step %s is answered %i', async (_, status, steps) => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    panel.clock.nowMs += 10 * 30_000
    const code = codeAt(person.secret, panel.clock.nowMs + steps * 30_000)
    expect((await logInWithCode(panel, person, code)).status).toBe(status)
  })

  test('5.5.6 (C149) only spaces around a code are forgiven', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const code = currentCode(person.secret)
    const fullWidth = code.replaceAll(/[0-9]/g, digit => String.fromCodePoint(0xff10 + Number(digit)))
    const spellings = [`${code.slice(0, 3)} ${code.slice(3)}`, fullWidth, `${code}0`, `+${code}`, `0${code}`]
    for (const spelling of spellings) {
      expect([401, 422], spelling).toContain((await logInWithCode(panel, person, spelling)).status)
    }
    expect((await logInWithCode(panel, person, ` ${code}\n`)).status).toBe(200)
    expect((await logInWithCode(panel, person, code)).status).toBe(401)
  })
})

describe('3 switching off and reissuing', () => {
  const disable = (sessionToken: string, body: object) =>
    panel.request('DELETE', '/api/profile/2fa', { sessionToken, body })
  const reissue = (sessionToken: string, body: object) =>
    panel.request('POST', '/api/profile/2fa/recovery-codes', { sessionToken, body })

  test.each([['an authenticator code'], ['a recovery code']])(
    '3 (C055) it goes off with the password and %s',
    async kind => {
      nextWindow()
      const person = await addEnrolledPerson(panel)
      const code = kind === 'a recovery code' ? person.recoveryCodes[3] : currentCode(person.secret)
      expect((await disable(person.sessionToken, { password: person.password, code })).status).toBe(204)
      expect(await userRow(panel, person.login)).toMatchObject({
        two_factor_enabled: 0,
        two_factor_secret: null,
        two_factor_pending_secret: null,
        two_factor_recovery_codes: null,
        two_factor_last_used_step: null,
      })
      expect((await logIn(panel, person)).json.token).toMatch(/^v4\.local\./)
      expect(auditLines(panel, 'two_factor.disabled').at(-1)).toMatchObject({
        outcome: 'success',
        actor_id: person.id,
      })
      expect((await disable(person.sessionToken, { password: person.password, code })).status).toBe(409)
      // And on again.
      await enroll(panel, person.sessionToken)
    },
  )

  test('3 (C056) a wrong code or password leaves it on; a wrong password spends no code', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const [code = ''] = person.recoveryCodes
    const wrongCode = await disable(person.sessionToken, { password: person.password, code: 'bbbbb-bbbbb' })
    expect([wrongCode.status, Object.keys(wrongCode.json.errors)]).toEqual([422, ['code']])
    const wrongPassword = await disable(person.sessionToken, { password: 'wrong', code })
    expect([wrongPassword.status, Object.keys(wrongPassword.json.errors)]).toEqual([422, ['password']])
    expect((await disable(person.sessionToken, { code })).status).toBe(422)
    expect((await logInWithCode(panel, person, code)).status).toBe(200)
    expect(auditLines(panel, 'two_factor.disabled').at(-1)).toMatchObject({ outcome: 'failure' })
  })

  test('5.5.7 (C057) reissuing needs the password and voids every old code', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const answer = await reissue(person.sessionToken, { password: person.password })
    expect(answer.status).toBe(200)
    const codes = answer.json.recovery_codes as string[]
    expect(codes).toHaveLength(10)
    for (const code of codes) expect(person.recoveryCodes).not.toContain(code)
    for (const [index, code] of person.recoveryCodes.entries()) {
      const headers = { 'x-real-ip': `203.0.113.${index}` }
      expect((await verify(panel, await openChallenge(panel, person), code, headers)).status).toBe(401)
    }
    expect((await logInWithCode(panel, person, codes[9] ?? '')).status).toBe(200)
    expect(auditLines(panel, 'recovery_codes.reissued').at(-1)).toMatchObject({
      outcome: 'success',
      actor_id: person.id,
    })
  })

  test('5.5.7 (C058) without the right password the old codes stay', async () => {
    nextWindow()
    const person = await addEnrolledPerson(panel)
    const answers = [
      await reissue(person.sessionToken, { password: 'wrong' }),
      await reissue(person.sessionToken, {}),
    ]
    expect(statusesOf(answers)).toEqual([422, 422])
    expect((await logInWithCode(panel, person, person.recoveryCodes[0] ?? '')).status).toBe(200)
    const without = await addPerson(panel)
    const refused = await reissue(await panel.signIn(without), { password: without.password })
    expect(refused.status).toBe(409)
  })

  test('5.5.9 (C153) no route switches off the second factor of somebody else', async () => {
    const person = await addEnrolledPerson(panel)
    const sessionToken = await panel.signIn()
    const body = { two_factor_enabled: false, two_factor_secret: null, name: 'x', login: person.login }
    await panel.request('PUT', `/api/users/${person.id}`, { sessionToken, body })
    expect((await logIn(panel, person)).json.two_factor_required).toBe(true)
    const paths = panel.app.routes.map(({ endpoint }) => endpoint.path).filter(path => path.includes('2fa'))
    expect(paths.filter(path => path.includes('{'))).toEqual([])
  })
})
