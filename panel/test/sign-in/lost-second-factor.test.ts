import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { administrator, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import {
  addEnrolledPerson,
  codeAt,
  dayMs,
  enroll,
  logIn,
  logInWithCode,
  panelsOfTest,
  userRow,
} from './people.ts'

const start = panelsOfTest()

/** Stops the panel and starts it anew on the same data and at the same time. */
async function restart(
  panel: TestPanel,
  variables: Record<string, string> = {},
  between?: (file: string) => void,
) {
  await panel.halt()
  panel.halt = async () => {}
  between?.(join(panel.dataDir, 'panel.sqlite'))
  const again = await start({ dataDir: panel.dataDir, variables })
  again.clock.nowMs = panel.clock.nowMs
  return again
}

describe('5.5.9 a lost second factor', () => {
  test('5.5.9 (C152) the last-resort steps on a stopped panel', async () => {
    const panel = await start()
    const person = await addEnrolledPerson(panel, { isAdmin: true, metadata: { theme: 'dark' } })
    panel.clock.nowMs += 40 * dayMs
    const again = await restart(panel, {}, file => {
      const db = new DatabaseSync(file)
      // Word for word what docs/operate/lost-second-factor.md tells the operator to run.
      db.prepare(
        `UPDATE users
            SET two_factor_enabled = FALSE,
                two_factor_secret = NULL,
                two_factor_recovery_codes = NULL,
                two_factor_last_used_step = NULL
          WHERE login = ?`,
      ).run(person.login)
      db.prepare(
        `UPDATE users SET metadata = json_remove(metadata, '$.mfa_first_shown_at') WHERE login = ?`,
      ).run(person.login)
      db.close()
    })
    const { json } = await logIn(again, person)
    expect(json).toMatchObject({ expires_in: 86_400, mfa_nudge: { days_remaining: 30 } })
    expect(JSON.parse((await userRow(again, person.login)).metadata)).toEqual({
      theme: 'dark',
      mfa_first_shown_at: new Date(again.clock.nowMs).toISOString(),
    })
    const { secret } = await enroll(again, json.token)
    expect((await logInWithCode(again, person, codeAt(secret, again.clock.nowMs))).status).toBe(200)
  })

  test('5.5.9 without removing the date the deadline is still in force, and enrolling is the way on', async () => {
    const panel = await start()
    const person = await addEnrolledPerson(panel, { isAdmin: true })
    panel.clock.nowMs += 40 * dayMs
    const again = await restart(panel, {}, file => {
      const db = new DatabaseSync(file)
      db.exec(`UPDATE users SET two_factor_enabled = FALSE, two_factor_secret = NULL,
        two_factor_recovery_codes = NULL, two_factor_last_used_step = NULL`)
      db.close()
    })
    const { json } = await logIn(again, person)
    expect(json.mfa_enrollment_required).toBe(true)
    await enroll(again, json.token)
  })

  test('5.5.9 columns that were emptied instead of edited lock nobody out and leave the list of users readable', async () => {
    const panel = await start()
    const person = await addEnrolledPerson(panel, { isAdmin: true })
    for (const metadata of ['', 'null', '[]', '{"cut":']) {
      await panel.db.updateTable('users').set({ metadata }).where('login', '=', person.login).execute()
      await panel.db
        .updateTable('users')
        .set({ two_factor_enabled: false, two_factor_secret: '', two_factor_recovery_codes: '' })
        .where('login', '=', person.login)
        .execute()
      const { status, json } = await logIn(panel, person)
      expect([metadata, status, json.expires_in]).toEqual([metadata, 200, 86_400])
      const users = await panel.request('GET', '/api/users', { sessionToken: json.token })
      expect([metadata, users.status]).toEqual([metadata, 200])
      expect(JSON.parse((await userRow(panel, person.login)).metadata)).toEqual({
        mfa_first_shown_at: new Date(panel.clock.nowMs).toISOString(),
      })
    }
  })

  test('5.5.9 the milder ways out: a variable lifts the block for who has not enrolled', async () => {
    const panel = await start()
    await logIn(panel)
    panel.clock.nowMs += 40 * dayMs
    expect((await logIn(panel)).json.mfa_enrollment_required).toBe(true)
    const without = await restart(panel, { AUTH_MFA_HARD_FAIL_DAYS: '0' })
    expect((await logIn(without)).json.expires_in).toBe(86_400)
    const off = await restart(without, { AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' })
    expect((await logIn(off)).json.expires_in).toBe(86_400)
  })
})

describe('5.9 keys', () => {
  const currentCode = (panel: TestPanel, secret: string) => codeAt(secret, panel.clock.nowMs)

  test.each([
    ['set later (C217)', {}, { ENCRYPTION_KEY: 'k' }],
    ['changed (C217)', { ENCRYPTION_KEY: 'one' }, { ENCRYPTION_KEY: 'two' }],
    ['lost (C350)', { ENCRYPTION_KEY: 'one' }, {}],
  ] as [string, Record<string, string>, Record<string, string>][])(
    '5.9.4 ENCRYPTION_KEY %s: codes are 401, recovery codes work, enrolling anew works',
    async (_, before, after) => {
      const panel = await start({ variables: before })
      const person = await addEnrolledPerson(panel)
      expect((await logInWithCode(panel, person, currentCode(panel, person.secret))).status).toBe(200)
      panel.clock.nowMs += 60_000
      const again = await restart(panel, after)
      expect((await logInWithCode(again, person, currentCode(again, person.secret))).status).toBe(401)
      const [one = '', two = ''] = person.recoveryCodes
      const signedIn = await logInWithCode(again, person, one)
      expect(signedIn.status).toBe(200)
      const body = { password: person.password, code: two }
      const sessionToken = signedIn.json.token
      expect((await again.request('DELETE', '/api/profile/2fa', { sessionToken, body })).status).toBe(204)
      const { secret } = await enroll(again, sessionToken)
      expect((await logInWithCode(again, person, currentCode(again, secret))).status).toBe(200)
    },
  )

  test.each([['k'], ['k'.repeat(1024)]])('5.9.2 (C216) a key of any length works: %#', async key => {
    const panel = await start({ variables: { ENCRYPTION_KEY: key } })
    const person = await addEnrolledPerson(panel)
    const again = await restart(panel, { ENCRYPTION_KEY: key })
    expect((await logInWithCode(again, person, currentCode(again, person.secret))).status).toBe(200)
  })

  test('5.9.3 (C215) without the key the secrets are sealed under one derived from AUTH_SECRET', async () => {
    const panel = await start()
    const person = await addEnrolledPerson(panel)
    const other = await restart(panel, { AUTH_SECRET: 'another secret of thirty-two byte' })
    expect((await logInWithCode(other, person, currentCode(other, person.secret))).status).toBe(401)
    const back = await restart(other)
    expect((await logInWithCode(back, person, currentCode(back, person.secret))).status).toBe(200)
  })

  test('5.9 (C214) a new AUTH_SECRET ends every session', async () => {
    const panel = await start()
    const sessionToken = await panel.signIn()
    const again = await restart(panel, { AUTH_SECRET: 'another secret of thirty-two byte' })
    expect((await again.request('GET', '/api/profile', { sessionToken })).status).toBe(401)
    expect((await logIn(again, administrator)).status).toBe(200)
  })

  test('5.9.1 (C213) a long secret is cut: its first 32 bytes read the same tokens', async () => {
    const long = '0123456789abcdef0123456789abcdef and what follows does not count'
    const panel = await startTestPanel({ variables: { AUTH_SECRET: long } })
    const sessionToken = await panel.signIn()
    await panel.halt()
    const cut = await start({ dataDir: panel.dataDir, variables: { AUTH_SECRET: long.slice(0, 32) } })
    expect((await cut.request('GET', '/api/profile', { sessionToken })).status).toBe(200)
  })
})
