import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { proofSize } from '../../../test-services/proof-size.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import {
  addEnrolledPerson,
  addPerson,
  auditLines,
  codeAt,
  confirm,
  countOf,
  logIn,
  logInWithCode,
  openChallenge,
  setUp,
  statusesOf,
  userRow,
  verify,
  wrongCodeAt,
} from './people.ts'
import { raceStores } from './store-races.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel({ variables: { AUDIT_CLIENT_IP_HEADER: 'X-Real-IP' } })
})
afterAll(() => panel.stop())
afterEach(() => {
  vi.restoreAllMocks()
  panel.clock.nowMs += 16 * 60_000
})

/** Three times what is let through is enough to find one too many. */
const attempts = proofSize({ short: 15, proof: 50 })
const times = (count: number) => Array.from({ length: count }, (_, index) => index)
const from = (index: number) => ({ 'x-real-ip': `198.51.100.${index}` })
const currentCode = (secret: string) => codeAt(secret, panel.clock.nowMs)

describe('races of the second factor', () => {
  test('T-003, T-030, T-033, 5.5.6 the store lets one win', () => raceStores([panel]))

  test(`T-003 the same recovery code in ${attempts} challenges at once gives one session`, async () => {
    const person = await addEnrolledPerson(panel)
    const challenges = await Promise.all(times(attempts).map(() => openChallenge(panel, person)))
    const code = person.recoveryCodes[0] ?? ''
    const answers = await Promise.all(
      challenges.map((token, index) => verify(panel, token, code, from(index))),
    )
    expect(countOf(statusesOf(answers), 200)).toBe(1)
    // Wrong ones up to the cap of the user, and no answer but these.
    expect(statusesOf(answers).every(status => [200, 401, 429].includes(status))).toBe(true)
  })

  test('T-003 ten different recovery codes at once all work', async () => {
    const person = await addEnrolledPerson(panel)
    const challenges = await Promise.all(times(10).map(() => openChallenge(panel, person)))
    const answers = await Promise.all(
      challenges.map((token, index) => verify(panel, token, person.recoveryCodes[index] ?? '')),
    )
    expect(countOf(statusesOf(answers), 200)).toBe(10)
    expect((await userRow(panel, person.login)).two_factor_recovery_codes).toBe('[]')
  })

  test('5.5.6 (A18) the same code in 20 challenges at once gives one session', async () => {
    const person = await addEnrolledPerson(panel)
    const challenges = await Promise.all(times(20).map(() => openChallenge(panel, person)))
    const code = currentCode(person.secret)
    const answers = await Promise.all(
      challenges.map((token, index) => verify(panel, token, code, from(index))),
    )
    expect(countOf(statusesOf(answers), 200)).toBe(1)
    expect(countOf(statusesOf(answers), 401)).toBe(19)
  })

  test(`T-006 of ${attempts} wrong codes on one challenge at once five are checked, then it is dead`, async () => {
    const person = await addEnrolledPerson(panel)
    const challengeToken = await openChallenge(panel, person)
    const wrong = wrongCodeAt(person.secret, panel.clock.nowMs)
    const checked = vi.spyOn(TOTP.prototype, 'validate')
    const answers = await Promise.all(
      times(attempts).map(index => verify(panel, challengeToken, wrong, from(index))),
    )
    expect(checked).toHaveBeenCalledTimes(5)
    expect(countOf(statusesOf(answers), 401)).toBe(attempts)
    expect((await verify(panel, challengeToken, currentCode(person.secret))).status).toBe(401)
    expect((await logInWithCode(panel, person, currentCode(person.secret))).status).toBe(200)
  })

  test('T-030 of eight confirmations at once one gets the recovery codes', async () => {
    const person = await addPerson(panel)
    const sessionToken = await panel.signIn(person)
    const { secret } = (await setUp(panel, sessionToken)).json
    const code = currentCode(secret)
    const answers = await Promise.all(times(8).map(() => confirm(panel, sessionToken, code)))
    expect(countOf(statusesOf(answers), 200)).toBe(1)
    expect(countOf(statusesOf(answers), 409)).toBe(7)
    const codes = answers.find(answer => answer.status === 200)?.json.recovery_codes as string[]
    expect((await logInWithCode(panel, person, codes[0] ?? '')).status).toBe(200)
  })

  test('T-031 setup while it is on is 409 and leaves the secret, also among many', async () => {
    const person = await addEnrolledPerson(panel)
    const before = await userRow(panel, person.login)
    const answers = await Promise.all(times(20).map(() => setUp(panel, person.sessionToken)))
    expect(countOf(statusesOf(answers), 409)).toBe(20)
    expect(await userRow(panel, person.login)).toEqual(before)
    expect((await logInWithCode(panel, person, currentCode(person.secret))).status).toBe(200)
  })

  test('T-031 setup racing with confirm never leaves a pending secret beside an enabled one', async () => {
    for (const _ of times(5)) {
      const person = await addPerson(panel)
      const sessionToken = await panel.signIn(person)
      const { secret } = (await setUp(panel, sessionToken)).json
      const [confirmed] = await Promise.all([
        confirm(panel, sessionToken, currentCode(secret)),
        setUp(panel, sessionToken),
      ])
      const row = await userRow(panel, person.login)
      expect([200, 409, 422]).toContain(confirmed?.status)
      expect(row.two_factor_enabled).toBe(confirmed?.status === 200 ? 1 : 0)
      expect(row.two_factor_pending_secret === null).toBe(confirmed?.status === 200)
    }
  })

  test('T-032 a thief who sets up anew spoils the enrollment, and gains nothing without a code of the new secret', async () => {
    const person = await addPerson(panel)
    const [own, stolen] = [await panel.signIn(person), await panel.signIn(person)]
    const mine = (await setUp(panel, own)).json.secret
    const theirs = (await setUp(panel, stolen)).json.secret
    const answer = await confirm(panel, own, currentCode(mine))
    expect([answer.status, Object.keys(answer.json.errors)]).toEqual([422, ['code']])
    expect((await userRow(panel, person.login)).two_factor_enabled).toBe(0)
    expect((await logIn(panel, person)).json.token).toBeDefined()
    expect((await confirm(panel, own, currentCode(theirs))).status).toBe(200)
  })

  test('T-033 a recovery code is never accepted after the answer of a reissue', async () => {
    for (const index of times(3)) {
      const person = await addEnrolledPerson(panel)
      const [raced = '', later = ''] = person.recoveryCodes
      const [first, second] = [await openChallenge(panel, person), await openChallenge(panel, person)]
      let isReissued = false
      let statusAfterAnswer = 0
      const [reissued, raceStatus] = await Promise.all([
        panel
          .request('POST', '/api/profile/2fa/recovery-codes', {
            sessionToken: person.sessionToken,
            body: { password: person.password },
          })
          .then(async answer => {
            isReissued = true
            statusAfterAnswer = (await verify(panel, second, later, from(index))).status
            return answer
          }),
        verify(panel, first, raced, from(100 + index)).then(answer => answer.status),
      ])
      expect(reissued.status).toBe(200)
      expect(isReissued).toBe(true)
      expect(statusAfterAnswer).toBe(401)
      expect([200, 401]).toContain(raceStatus)
      // A new code is not lost to the race, whoever won.
      const fresh = reissued.json.recovery_codes as string[]
      expect(JSON.parse((await userRow(panel, person.login)).two_factor_recovery_codes ?? '')).toHaveLength(
        10,
      )
      expect((await logInWithCode(panel, person, fresh[0] ?? '')).status).toBe(200)
    }
  })

  test('T-034 many wrong codes with the right password: twenty are checked, the second factor stays on', async () => {
    const person = await addEnrolledPerson(panel)
    const code = wrongCodeAt(person.secret, panel.clock.nowMs)
    const body = { password: person.password, code }
    const checked = vi.spyOn(TOTP.prototype, 'validate')
    const refused = proofSize({ short: 10, proof: 80 })
    const answers = await Promise.all(
      times(20 + refused).map(() =>
        panel.request('DELETE', '/api/profile/2fa', { sessionToken: person.sessionToken, body }),
      ),
    )
    expect(countOf(statusesOf(answers), 422)).toBe(20)
    expect(countOf(statusesOf(answers), 429)).toBe(refused)
    expect(answers.find(answer => answer.status === 429)?.headers.get('retry-after')).toBe('900')
    expect(checked).toHaveBeenCalledTimes(20)
    const limited = auditLines(panel, 'auth.rate_limit').filter(line => line.actor_id === person.id)
    expect(limited).toHaveLength(refused)
    expect((await userRow(panel, person.login)).two_factor_enabled).toBe(1)
    // Over all routes (A19), and not the login limiter: the password step goes on.
    const challengeToken = await openChallenge(panel, person)
    expect((await verify(panel, challengeToken, currentCode(person.secret))).status).toBe(429)
    panel.clock.nowMs += 15 * 60_000
    expect((await logInWithCode(panel, person, currentCode(person.secret))).status).toBe(200)
  })
})
