// Counters, single-use tokens, endings and a race for the last administrator with two panel processes on one PostgreSQL and one Redis.

import type { LoginSession } from '@rookery/contracts/http/login-sessions.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { missingPostgres } from '../../../test-services/postgres.ts'
import { proofSize } from '../../../test-services/proof-size.ts'
import { missingRedis } from '../../../test-services/redis.ts'
import { openChannel } from '../access/open-channel.ts'
import { administrator } from '../start-test-panel.ts'
import type { PanelProcess } from './panel-process.ts'
import {
  addPerson,
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
import {
  addEnrolledPerson,
  elsewhere,
  newestCode,
  startTwoProcesses,
  type TwoProcesses,
  upgradeStatus,
} from './two-processes.ts'

const missing = missingPostgres() ?? missingRedis()
if (missing !== null) console.warn(`skipped: ${missing}`)
/** Three times what is let through is enough to find one too many; of twenty it is six more. */
const attempts = proofSize({ short: 15, proof: 100 })
const attemptsOfTwenty = proofSize({ short: 26, proof: 60 })
const challengeCount = proofSize({ short: 6, proof: 50 })
const codeCount = proofSize({ short: 6, proof: 20 })
const manyRounds = proofSize({ short: 2, proof: 10 })
const rounds = proofSize({ short: 2, proof: 4 })
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

describe.skipIf(missing !== null)(
  'two panel processes, one database, one cache',
  { timeout: 180_000 },
  () => {
    let both: TwoProcesses
    beforeAll(async () => {
      both = await startTwoProcesses()
    })
    afterAll(() => both?.stop())

    const panel = (index: number): PanelProcess => both.panels[index % 2] as PanelProcess
    /** The same for every number, at once, on the two panels in turns. */
    const onBoth = <T>(count: number, act: (on: PanelProcess, index: number) => Promise<T>) =>
      Promise.all(times(count).map(index => act(panel(index), index)))
    const profileStatus = async (on: PanelProcess, sessionToken: string) =>
      (await on.request('GET', '/api/profile', { sessionToken })).status
    const listStatus = async (on: PanelProcess, personalAccessToken: string) =>
      (await on.request('GET', '/api/servers', { sessionToken: personalAccessToken })).status
    const createToken = async (on: PanelProcess, sessionToken: string): Promise<string> => {
      const body = { name: 'a script', abilities: ['server:list'] }
      return (await on.request('POST', '/api/tokens', { sessionToken, body })).json.token
    }

    test('they are two processes, and neither is this one', () => {
      const processIds = both.panels.map(({ processId }) => processId)
      expect(new Set([...processIds, process.pid]).size).toBe(3)
    })

    describe('counters', () => {
      test('8.1.4 (C307) five failures of a login, wherever they happened, bar it on both', async () => {
        const wrong = (on: PanelProcess) =>
          logIn(on, { login: 'somebody', password: 'x' }, { headers: elsewhere() })
        const statuses: number[] = []
        for (const index of times(5)) statuses.push((await wrong(panel(index))).status)
        expect(statuses).toEqual([401, 401, 401, 401, 401])
        for (const index of times(2)) {
          const refused = await wrong(panel(index))
          expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
        }
      })

      test('8.1.4 (C307) twenty failures of an address, wherever they happened, bar it on both', async () => {
        const headers = elsewhere()
        const statuses: number[] = []
        for (const index of times(20)) {
          const answer = await logIn(panel(index), { login: `nobody-${index}`, password: 'x' }, { headers })
          statuses.push(answer.status)
        }
        expect(countOf(statuses, 401)).toBe(20)
        for (const index of times(2)) {
          const refused = await logIn(panel(index), administrator, { headers })
          expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900'])
          const challenge = await verify(panel(index), 'g2fa_unknown', '123456', headers)
          expect(challenge.status).toBe(429)
        }
        expect((await logIn(panel(0), administrator, { headers: elsewhere() })).status).toBe(200)
      })

      test(`8.1.4 (C307) of ${attemptsOfTwenty} failures at once from one address twenty are looked at`, async () => {
        const headers = elsewhere()
        const answers = await onBoth(attemptsOfTwenty, (on, index) =>
          logIn(on, { login: `stranger-${index}`, password: 'x' }, { headers }),
        )
        expect(countOf(statusesOf(answers), 401)).toBe(20)
        expect(countOf(statusesOf(answers), 429)).toBe(attemptsOfTwenty - 20)
      })

      test('8.1.3 (C297) a success on one panel clears the failures counted on the other', async () => {
        const person = await addPerson(both)
        const failFour = async (on: PanelProcess) => {
          const wrong = { login: person.login, password: 'x' }
          for (const _ of times(4))
            expect((await logIn(on, wrong, { headers: elsewhere() })).status).toBe(401)
        }
        await failFour(panel(0))
        expect((await logIn(panel(1), person)).status).toBe(200)
        await failFour(panel(0))
        expect((await logIn(panel(1), person)).status).toBe(200)
      })

      test(`T-008 of ${attempts} wrong passwords at once on both panels five are looked at`, async () => {
        const { login } = await addPerson(both)
        const answers = await onBoth(attempts, (on, index) =>
          logIn(on, { login, password: `wrong ${index}` }, { headers: elsewhere() }),
        )
        expect(countOf(statusesOf(answers), 401)).toBe(5)
        expect(countOf(statusesOf(answers), 429)).toBe(attempts - 5)
      })

      test('T-008 the right password among wrong ones is barred or gets its session, never a wrong 401', async () => {
        const { login, password } = await addPerson(both)
        const answers = await onBoth(attempts, (on, index) =>
          logIn(on, { login, password: index === 3 ? password : `wrong ${index}` }, { headers: elsewhere() }),
        )
        const statuses = statusesOf(answers)
        expect([200, 429]).toContain(answers[3]?.status)
        const successes = countOf(statuses, 200)
        // A success that clears four failures makes room for five more (8.1.3).
        expect(countOf(statuses, 401)).toBeLessThanOrEqual(5 + 4 * successes)
        expect(countOf(statuses, 401) + countOf(statuses, 429) + successes).toBe(attempts)
      })

      test('8.1 (A21) parallel right passwords on both panels never see 429', async () => {
        const answers = await onBoth(attempts, on => logIn(on, administrator, { headers: elsewhere() }))
        expect(countOf(statusesOf(answers), 200)).toBe(attempts)
      })
    })

    describe('single use', () => {
      test('T-001 5.4.2 one short-lived token, many WebSockets on both panels, one opens', async () => {
        const sessionToken = await panel(0).signIn()
        for (const _ of times(manyRounds)) {
          const { json } = await panel(1).request('POST', '/api/auth/short-lived-token', { sessionToken })
          const statuses = await onBoth(attempts, on =>
            upgradeStatus(on, `/api/ws/events?token=${json.token}`),
          )
          expect(countOf(statuses, 101)).toBe(1)
          expect(countOf(statuses, 401)).toBe(attempts - 1)
        }
      })

      test('3 (C038) one challenge, ten good recovery codes at once on both panels, one session', async () => {
        const person = await addEnrolledPerson(both, panel(0))
        const challengeToken = await openChallenge(panel(1), person)
        const answers = await onBoth(10, (on, index) =>
          verify(on, challengeToken, person.recoveryCodes[index] ?? '', elsewhere()),
        )
        expect(countOf(statusesOf(answers), 200)).toBe(1)
        expect(countOf(statusesOf(answers), 401)).toBe(9)
        for (const index of times(2)) {
          const late = await verify(panel(index), challengeToken, newestCode(person.secret), elsewhere())
          expect([late.status, late.json.code]).toEqual([401, 'challenge_ended'])
        }
      })

      test(`T-003 one recovery code, ${challengeCount} challenges on both panels, one session`, async () => {
        const person = await addEnrolledPerson(both, panel(0))
        const challenges = await onBoth(challengeCount, on => openChallenge(on, person))
        const code = person.recoveryCodes[0] ?? ''
        const answers = await onBoth(challengeCount, (_, index) =>
          verify(panel(index + 1), challenges[index] ?? '', code, elsewhere()),
        )
        expect(countOf(statusesOf(answers), 200)).toBe(1)
        expect(statusesOf(answers).every(status => [200, 401, 429].includes(status))).toBe(true)
      })

      test(`5.5.6 (A18) one code, ${codeCount} challenges at once on both panels, one session`, async () => {
        const person = await addEnrolledPerson(both, panel(0))
        const challenges = await onBoth(codeCount, on => openChallenge(on, person))
        const code = newestCode(person.secret)
        const answers = await onBoth(codeCount, (on, index) =>
          verify(on, challenges[index] ?? '', code, elsewhere()),
        )
        expect(countOf(statusesOf(answers), 200)).toBe(1)
        expect(countOf(statusesOf(answers), 401)).toBe(codeCount - 1)
      })

      test('3 (C034) a code used on one panel is refused on the other', async () => {
        const person = await addEnrolledPerson(both, panel(0))
        const code = newestCode(person.secret)
        expect((await logInWithCode(panel(0), person, code)).status).toBe(200)
        expect((await logInWithCode(panel(1), person, code)).status).toBe(401)
        expect((await logInWithCode(panel(0), person, code)).status).toBe(401)
      })

      test(`T-006 ${attempts} wrong codes on one challenge, both panels: five are checked, then it is dead`, async () => {
        const person = await addEnrolledPerson(both, panel(0))
        const challengeToken = await openChallenge(panel(1), person)
        const wrong = wrongCodeAt(person.secret, Date.now())
        const answers = await onBoth(attempts, on => verify(on, challengeToken, wrong, elsewhere()))
        const codes = answers.map(answer => answer.json.code as string)
        expect(codes.filter(code => code === 'wrong_second_factor')).toHaveLength(5)
        expect(codes.filter(code => code === 'challenge_ended')).toHaveLength(attempts - 5)
        const right = await verify(panel(0), challengeToken, newestCode(person.secret), elsewhere())
        expect(right.json.code).toBe('challenge_ended')
      })

      test(`T-030 ${codeCount} confirmations on both panels: one set of codes`, async () => {
        const person = await addPerson(both)
        const sessionToken = await panel(0).signIn(person)
        const { secret } = (await setUp(panel(1), sessionToken)).json
        const code = codeAt(secret, Date.now())
        const answers = await onBoth(codeCount, on => confirm(on, sessionToken, code))
        expect(countOf(statusesOf(answers), 200)).toBe(1)
        expect(countOf(statusesOf(answers), 409)).toBe(codeCount - 1)
        const codes = answers.find(answer => answer.status === 200)?.json.recovery_codes as string[]
        expect((await logInWithCode(panel(1), person, codes[0] ?? '')).status).toBe(200)
      })

      test(`T-034 ${attemptsOfTwenty} wrong codes on both panels: twenty are checked`, async () => {
        const person = await addEnrolledPerson(both, panel(0))
        const { sessionToken, password } = person
        const body = { password, code: wrongCodeAt(person.secret, Date.now()) }
        const answers = await onBoth(attemptsOfTwenty, on =>
          on.request('DELETE', '/api/profile/2fa', { sessionToken, body }),
        )
        expect(countOf(statusesOf(answers), 422)).toBe(20)
        expect(countOf(statusesOf(answers), 429)).toBe(attemptsOfTwenty - 20)
        expect((await userRow(both, person.login)).two_factor_enabled).toBe(true)
      })

      test('T-003, T-030, T-033, 5.5.6 the store lets one win, over two connections', () =>
        raceStores(both.databases))
    })

    describe('endings', () => {
      test('3 (C045) a logout on one panel ends the session on the other with its answer', async () => {
        const person = await addPerson(both)
        for (const round of times(manyRounds)) {
          const [here, there] = [panel(round), panel(round + 1)]
          const sessionToken = await here.signIn(person)
          // Both have recognized it and remember it.
          const before = [await profileStatus(here, sessionToken), await profileStatus(there, sessionToken)]
          expect(before, `round ${round}`).toEqual([200, 200])
          const logout = await here.request('POST', '/api/auth/logout', { sessionToken })
          expect(logout.status).toBe(204)
          const after = [await profileStatus(there, sessionToken), await profileStatus(here, sessionToken)]
          expect(after, `round ${round}`).toEqual([401, 401])
        }
      })

      test('T-025 whatever begins on either panel after the answer of a logout is 401', async () => {
        const person = await addPerson(both)
        for (const round of times(rounds)) {
          const sessionToken = await panel(0).signIn(person)
          const during = onBoth(attempts, on => profileStatus(on, sessionToken))
          await panel(round).request('POST', '/api/auth/logout', { sessionToken })
          const after = await onBoth(attempts, on => profileStatus(on, sessionToken))
          expect(countOf(after, 401)).toBe(attempts)
          expect((await during).every(status => status === 200 || status === 401)).toBe(true)
        }
      })

      test('other sessions and a whole person are signed out on both panels at once, with open channels', async () => {
        const person = await addPerson(both)
        const admin = await panel(0).signIn()
        for (const round of times(rounds)) {
          const [here, there] = [panel(round), panel(round + 1)]
          const older = await there.signIn(person)
          const current = await here.signIn(person)
          const tokens = [current, older, await there.signIn(person)]
          const onEvery = () =>
            Promise.all([here, there].flatMap(on => tokens.map(it => profileStatus(on, it))))
          expect(await onEvery(), `round ${round}`).toEqual([200, 200, 200, 200, 200, 200])
          const channel = await openChannel(there, older, '/api/ws/events')
          const own = await openChannel(there, current, '/api/ws/events')
          const others = '/api/profile/sessions/sign-out-others'
          expect((await here.request('POST', others, { sessionToken: current })).status).toBe(204)
          expect(await onEvery(), `round ${round}`).toEqual([200, 401, 401, 200, 401, 401])
          expect(await channel.closed).toBe(closeCodes.loginSessionEnded)
          expect(own.socket.readyState).toBe(own.socket.OPEN)
          const path = `/api/users/${person.id}/sign-out`
          expect((await there.request('POST', path, { sessionToken: admin })).status).toBe(204)
          expect(await onEvery(), `round ${round}`).toEqual([401, 401, 401, 401, 401, 401])
          expect(await own.closed).toBe(closeCodes.loginSessionEnded)
        }
      })

      test('a session begun on one panel is listed and ended on the other', async () => {
        const person = await addPerson(both)
        const [current, other] = [await panel(0).signIn(person), await panel(1).signIn(person)]
        const path = '/api/profile/sessions'
        const { json } = await panel(0).request('GET', path, { sessionToken: current })
        const { id } = (json as LoginSession[]).find(session => !session.is_current) ?? { id: 0 }
        expect(await profileStatus(panel(1), other)).toBe(200)
        const ended = await panel(0).request('DELETE', `${path}/${id}`, { sessionToken: current })
        expect(ended.status).toBe(204)
        expect([await profileStatus(panel(1), other), await profileStatus(panel(0), other)]).toEqual([
          401, 401,
        ])
      })

      test('5.4 (A28) a short-lived token dies with its session, ended on the other panel', async () => {
        const sessionToken = await panel(0).signIn()
        const { json } = await panel(0).request('POST', '/api/auth/short-lived-token', { sessionToken })
        await panel(1).request('POST', '/api/auth/logout', { sessionToken })
        expect(await upgradeStatus(panel(0), `/api/ws/events?token=${json.token}`)).toBe(401)
      })

      test('3 (C050) a token revoked on one panel is refused at once on the other', async () => {
        const sessionToken = await panel(0).signIn()
        for (const round of times(manyRounds)) {
          const [here, there] = [panel(round), panel(round + 1)]
          const token = await createToken(here, sessionToken)
          expect([await listStatus(here, token), await listStatus(there, token)]).toEqual([200, 200])
          const path = `/api/tokens/${token.split('|')[0]}`
          expect((await here.request('DELETE', path, { sessionToken })).status).toBe(204)
          expect([await listStatus(there, token), await listStatus(here, token)]).toEqual([401, 401])
        }
      })

      test('5.2.7 (C047) a password changed on one panel ends tokens at once on the other, sessions stay', async () => {
        const person = await addPerson(both)
        const sessionToken = await panel(0).signIn(person)
        let current_password = person.password
        for (const round of times(rounds)) {
          const [here, there] = [panel(round), panel(round + 1)]
          const token = await createToken(there, sessionToken)
          expect([await listStatus(here, token), await listStatus(there, token)]).toEqual([200, 200])
          const body = { current_password, password: `the password of round ${round}` }
          expect((await here.request('PUT', '/api/profile', { sessionToken, body })).status).toBe(200)
          current_password = body.password
          expect([await listStatus(there, token), await listStatus(here, token)]).toEqual([401, 401])
          expect(await profileStatus(there, sessionToken)).toBe(200)
          expect(await listStatus(there, await createToken(here, sessionToken))).toBe(200)
        }
      })

      test('3 (C045) after a restart an ended session stays ended, and an open one stays open', async () => {
        const [ended, open] = [await panel(0).signIn(), await panel(0).signIn()]
        await panel(0).request('POST', '/api/auth/logout', { sessionToken: ended })
        await both.restartSecond()
        expect([await profileStatus(panel(1), ended), await profileStatus(panel(1), open)]).toEqual([
          401, 200,
        ])
      })

      test('T-018 two administrators on two processes demote each other: one of them always stays', async () => {
        const [left, right] = both.panels
        const first = await left.signIn()
        const make = async () => {
          const person = await addPerson(both, { isAdmin: true })
          return { id: person.id, sessionToken: await left.signIn(person) }
        }
        const [one, two] = [await make(), await make()]
        const setRole = (on: PanelProcess, sessionToken: string, id: number, role: string) =>
          on.request('PUT', `/api/users/${id}`, { sessionToken, body: { roles: [role] } })
        for (const round of times(manyRounds)) {
          // The first administrator steps back, so that only the two are left.
          expect((await setRole(left, one.sessionToken, 1, 'user')).status, `round ${round}`).toBe(200)
          const [ofOne, ofTwo] = await Promise.all([
            setRole(left, one.sessionToken, two.id, 'user'),
            setRole(right, two.sessionToken, one.id, 'user'),
          ])
          expect([ofOne.status, ofTwo.status]).not.toEqual([200, 200])
          const winner = ofOne.status === 200 ? one : two
          const loser = winner === one ? two : one
          expect((await setRole(right, winner.sessionToken, 1, 'admin')).status).toBe(200)
          expect((await setRole(left, first, loser.id, 'admin')).status).toBe(200)
        }
        // Tests after this one count on the first administrator alone.
        for (const { id } of [one, two]) expect((await setRole(left, first, id, 'user')).status).toBe(200)
      })

      test('5.5.9 (C152) the last-resort statements of the manual on PostgreSQL', async () => {
        const metadata = { theme: 'dark' }
        const { login, password } = await addEnrolledPerson(both, panel(0), { isAdmin: true, metadata })
        await sql`UPDATE users SET two_factor_enabled = FALSE, two_factor_secret = NULL,
        two_factor_recovery_codes = NULL, two_factor_last_used_step = NULL WHERE login = ${login}`.execute(
          both.db,
        )
        await sql`UPDATE users SET metadata = (metadata::jsonb - 'mfa_first_shown_at')::text WHERE login = ${login}`.execute(
          both.db,
        )
        expect(JSON.parse((await userRow(both, login)).metadata)).toEqual(metadata)
        expect((await logIn(panel(1), { login, password })).json.mfa_nudge.days_remaining).toBe(30)
      })
    })
  },
)
