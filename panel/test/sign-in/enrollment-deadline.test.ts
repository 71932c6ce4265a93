import { describe, expect, test } from 'vitest'
import { administrator, type TestPanel } from '../start-test-panel.ts'
import {
  addEnrolledPerson,
  addPerson,
  codeAt,
  confirm,
  dayMs,
  enroll,
  logIn,
  logInWithCode,
  panelsOfTest,
  setUp,
  userRow,
} from './people.ts'

const start = panelsOfTest()
const metadataOf = async (panel: TestPanel, login = administrator.login) =>
  JSON.parse((await userRow(panel, login)).metadata) as Record<string, unknown>
const firstShown = async (panel: TestPanel, login?: string) =>
  (await metadataOf(panel, login)).mfa_first_shown_at
const timeText = (ms: number) => new Date(ms).toISOString()
const isRestricted = async (panel: TestPanel, person = administrator) =>
  (await logIn(panel, person)).json.mfa_enrollment_required === true

describe('5.5 the deadline of administrators', () => {
  test('5.5.2 (C130, C133, C134) the countdown begins with the first sign-in and is written once', async () => {
    const panel = await start()
    const begin = panel.clock.nowMs
    expect(await firstShown(panel)).toBeUndefined()
    const first = await logIn(panel)
    expect(await firstShown(panel)).toBe(timeText(begin))
    expect(first.json).toMatchObject({
      expires_in: 86_400,
      mfa_nudge: {
        required: true,
        show_now: true,
        hard_fail: false,
        days_remaining: 30,
        hard_fail_at: timeText(begin + 30 * dayMs),
      },
    })
    expect(first.json).not.toHaveProperty('mfa_enrollment_required')
    panel.clock.nowMs += 10.5 * dayMs
    expect((await logIn(panel)).json.mfa_nudge.days_remaining).toBe(20)
    expect(await firstShown(panel)).toBe(timeText(begin))
  })

  test('2.2 (C024) other keys of the metadata stay as they are, also among many sign-ins at once', async () => {
    const panel = await start()
    const metadata = { theme: 'dark', nested: { a: [1, null, 'ä'] } }
    const person = await addPerson(panel, { isAdmin: true, metadata })
    await Promise.all(Array.from({ length: 8 }, () => logIn(panel, person)))
    expect(await metadataOf(panel, person.login)).toEqual({
      ...metadata,
      mfa_first_shown_at: timeText(panel.clock.nowMs),
    })
  })

  test('5.5.2 (C135, C136) neither ordinary users nor enrolled administrators get a date', async () => {
    const panel = await start()
    const user = await addPerson(panel)
    const answer = await logIn(panel, user)
    expect(answer.json).not.toHaveProperty('mfa_nudge')
    expect(await firstShown(panel, user.login)).toBeUndefined()
    const enrolled = await addEnrolledPerson(panel, { isAdmin: true })
    await panel.db.updateTable('users').set({ metadata: '{}' }).where('id', '=', enrolled.id).execute()
    const second = await logInWithCode(panel, enrolled, codeAt(enrolled.secret, panel.clock.nowMs))
    expect(second.json).not.toHaveProperty('mfa_nudge')
    expect(await firstShown(panel, enrolled.login)).toBeUndefined()
    const profile = await panel.request('GET', '/api/profile', { sessionToken: second.json.token })
    expect(profile.json).toMatchObject({ is_admin: true, two_factor_enabled: true })
    expect(profile.json).not.toHaveProperty('mfa_nudge')
  })

  test('5.5.2 (C137) who was made long ago and never signed in has the whole time', async () => {
    const panel = await start()
    const person = await addPerson(panel, { isAdmin: true })
    panel.clock.nowMs += 60 * dayMs
    expect(await isRestricted(panel, person)).toBe(false)
    expect(await firstShown(panel, person.login)).toBe(timeText(panel.clock.nowMs))
  })

  test('5.5.4 (C139, A17) full until the last moment, restricted from the deadline on', async () => {
    const panel = await start()
    await logIn(panel)
    const begin = panel.clock.nowMs
    panel.clock.nowMs = begin + 30 * dayMs - 60_000
    expect(await isRestricted(panel)).toBe(false)
    panel.clock.nowMs = begin + 30 * dayMs - 1
    expect(await isRestricted(panel)).toBe(false)
    panel.clock.nowMs = begin + 30 * dayMs
    expect(await isRestricted(panel)).toBe(true)
    panel.clock.nowMs += 1_000
    expect(await isRestricted(panel)).toBe(true)
  })

  test('5.5.4 (C021, C041) a restricted session lives 15 minutes, or as long as the variable says', async () => {
    for (const [variables, seconds] of [
      [{}, 900],
      [{ AUTH_MFA_ENROLLMENT_TOKEN_TTL: '1m' }, 60],
    ] as const) {
      const panel = await start({ variables })
      await logIn(panel)
      panel.clock.nowMs += 30 * dayMs + 1_000
      const { json, status } = await logIn(panel, administrator, { remember: true })
      expect([status, json.expires_in, json.mfa_nudge.hard_fail]).toEqual([200, seconds, true])
      const profile = () => panel.request('GET', '/api/profile', { sessionToken: json.token })
      panel.clock.nowMs += seconds * 1000 - 1
      expect((await profile()).status).toBe(200)
      panel.clock.nowMs += 1
      expect((await profile()).status).toBe(401)
    }
  })

  test('5.5.5 (C140) a full session from before the deadline lives to its own end', async () => {
    const panel = await start()
    await logIn(panel)
    panel.clock.nowMs += 29 * dayMs
    const sessionToken = (await logIn(panel, administrator, { remember: true })).json.token
    const status = async () => (await panel.request('GET', '/api/nodes', { sessionToken })).status
    panel.clock.nowMs += 7 * dayMs - 1
    expect(await isRestricted(panel)).toBe(true)
    expect(await status()).toBe(200)
    panel.clock.nowMs += 1
    expect(await status()).toBe(401)
  })

  test('3 (C042, C043, C044) enrolling ends the restricted session; the next sign-in is a full one', async () => {
    const panel = await start()
    await logIn(panel)
    panel.clock.nowMs += 31 * dayMs
    const restricted = (await logIn(panel)).json.token
    const { secret } = (await setUp(panel, restricted)).json
    const wrong = await confirm(panel, restricted, '000000')
    expect([422, 200]).toContain(wrong.status)
    const confirmed = await confirm(panel, restricted, codeAt(secret, panel.clock.nowMs))
    expect(confirmed.status).toBe(200)
    expect(Object.keys(confirmed.json)).toEqual(['recovery_codes'])
    expect(confirmed.json.recovery_codes).toHaveLength(10)
    for (const path of ['/api/profile', '/api/nodes']) {
      expect((await panel.request('GET', path, { sessionToken: restricted })).status).toBe(401)
    }
    panel.clock.nowMs += 30_000
    const full = await logInWithCode(panel, administrator, codeAt(secret, panel.clock.nowMs))
    expect(full.json).not.toHaveProperty('mfa_enrollment_required')
    expect((await panel.request('GET', '/api/nodes', { sessionToken: full.json.token })).status).toBe(200)
  })

  test('3 every restricted session of somebody who has enrolled is over, and full sessions stay', async () => {
    const panel = await start()
    await logIn(panel)
    panel.clock.nowMs += 30 * dayMs - 1
    const full = (await logIn(panel)).json.token
    panel.clock.nowMs += dayMs / 2
    const [one, other] = [(await logIn(panel)).json.token, (await logIn(panel)).json.token]
    const profile = async (sessionToken: string) =>
      (await panel.request('GET', '/api/profile', { sessionToken })).status
    expect([await profile(one), await profile(other), await profile(full)]).toEqual([200, 200, 200])
    const { secret } = (await setUp(panel, one)).json
    expect((await confirm(panel, one, codeAt(secret, panel.clock.nowMs))).status).toBe(200)
    expect([await profile(one), await profile(other), await profile(full)]).toEqual([401, 401, 200])
    expect((await setUp(panel, other)).status).toBe(401)
  })

  test('5.5 (C131) the mechanism switched off: full sessions, no reminder, no date', async () => {
    const panel = await start({ variables: { AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' } })
    const metadata = { mfa_first_shown_at: timeText(panel.clock.nowMs - 400 * dayMs) }
    const late = await addPerson(panel, { isAdmin: true, metadata })
    for (const person of [late, administrator]) {
      const { json } = await logIn(panel, person)
      expect(Object.keys(json).sort()).toEqual(['expires_in', 'token', 'user'])
    }
    expect(await firstShown(panel)).toBeUndefined()
    const sessionToken = await panel.signIn()
    expect((await panel.request('GET', '/api/profile', { sessionToken })).json).not.toHaveProperty(
      'mfa_nudge',
    )
    expect((await panel.request('POST', '/api/profile/2fa/snooze', { sessionToken })).status).toBe(409)
  })

  test('5.5 (C132) 0 days: a reminder for ever, never a block', async () => {
    const panel = await start({ variables: { AUTH_MFA_HARD_FAIL_DAYS: '0' } })
    await logIn(panel)
    const begin = panel.clock.nowMs
    panel.clock.nowMs += 400 * dayMs
    const { json } = await logIn(panel)
    expect(json.expires_in).toBe(86_400)
    expect(json.mfa_nudge).toEqual({
      required: true,
      show_now: true,
      hard_fail: false,
      days_remaining: null,
      hard_fail_at: null,
    })
    expect(await firstShown(panel)).toBe(timeText(begin))
  })

  test('5.5.3 (C138, C341) remind later hides the reminder for 24 hours and moves no deadline', async () => {
    const panel = await start()
    const deadline = (await logIn(panel)).json.mfa_nudge.hard_fail_at
    panel.clock.nowMs += 10 * dayMs
    const sessionToken = await panel.signIn()
    const nudge = async () => (await panel.request('GET', '/api/profile', { sessionToken })).json.mfa_nudge
    expect((await nudge()).show_now).toBe(true)
    const snoozed = await panel.request('POST', '/api/profile/2fa/snooze', { sessionToken })
    expect(snoozed.json).toEqual({
      mfa_nudge: {
        required: true,
        show_now: false,
        hard_fail: false,
        days_remaining: 20,
        hard_fail_at: deadline,
      },
    })
    panel.clock.nowMs += dayMs - 1
    expect(await nudge()).toMatchObject({ show_now: false, hard_fail_at: deadline })
    expect((await logIn(panel)).json.mfa_nudge.show_now).toBe(false)
    panel.clock.nowMs += 1
    expect((await logIn(panel)).json.mfa_nudge).toMatchObject({ show_now: true, hard_fail_at: deadline })
  })

  test('5.5.1 (C144, C145, C146) an administrator is who holds the permission globally, by role or directly', async () => {
    const panel = await start()
    const permission = 'admin roles & permissions'
    const [byRole, direct, onOne] = [
      await addPerson(panel, { isAdmin: true }),
      await addPerson(panel),
      await addPerson(panel),
    ]
    await panel.db
      .insertInto('user_permissions')
      .values([
        { user_id: direct.id, permission, effect: 'allow', object_type: '', object_id: 0 },
        { user_id: onOne.id, permission, effect: 'allow', object_type: 'server', object_id: 1 },
      ])
      .execute()
    await panel.db.deleteFrom('user_roles').where('user_id', '=', 1).execute()
    const facts = async (person: typeof administrator) => {
      const { json } = await logIn(panel, person)
      const answer = await panel.request('POST', '/api/nodes', {
        sessionToken: json.token,
        body: { name: 'n' },
      })
      return ['mfa_nudge' in json, answer.status === 403]
    }
    expect(await facts(byRole)).toEqual([true, false])
    expect(await facts(direct)).toEqual([true, false])
    expect(await facts(onOne)).toEqual([false, true])
    expect(await facts(administrator)).toEqual([false, true])
  })

  test('5.5.8 (C151) who has enrolled is asked for a code whatever the variables say', async () => {
    const panel = await start()
    const person = await addEnrolledPerson(panel, { isAdmin: true })
    await panel.halt()
    for (const [name, value] of [
      ['AUTH_REQUIRE_MFA_FOR_ADMINS', 'false'],
      ['AUTH_MFA_HARD_FAIL_DAYS', '0'],
    ] as const) {
      const again = await start({ dataDir: panel.dataDir, variables: { [name]: value } })
      expect((await logIn(again, person)).json.two_factor_required).toBe(true)
      await again.halt()
      again.halt = async () => {}
    }
    panel.halt = async () => {}
  })

  test('5.5.4 (A15) a restricted session stays restricted when the mechanism is switched off meanwhile', async () => {
    const panel = await start()
    await logIn(panel)
    panel.clock.nowMs += 31 * dayMs
    const sessionToken = (await logIn(panel)).json.token
    await panel.halt()
    panel.halt = async () => {}
    const again = await start({
      dataDir: panel.dataDir,
      variables: { AUTH_REQUIRE_MFA_FOR_ADMINS: 'false' },
    })
    again.clock.nowMs = panel.clock.nowMs
    expect((await again.request('GET', '/api/nodes', { sessionToken })).status).toBe(403)
    expect((await logIn(again)).json).not.toHaveProperty('mfa_enrollment_required')
  })

  test('5.5 the profile of an administrator who has enrolled in this session has no reminder any more', async () => {
    const panel = await start()
    const sessionToken = await panel.signIn()
    await enroll(panel, sessionToken)
    const { json } = await panel.request('GET', '/api/profile', { sessionToken })
    expect(json.two_factor_enabled).toBe(true)
    expect(json).not.toHaveProperty('mfa_nudge')
  })
})
