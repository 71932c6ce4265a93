// People for the sign-in tests, and what they do: sign in, enroll an authenticator, type codes.

import { randomUUID } from 'node:crypto'
import type { SecondFactorWanted } from '@rookery/contracts/http/auth.ts'
import { afterEach } from 'vitest'
import { createPasswords } from '../../src/features/users/passwords.ts'
import { administrator, startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { codeAt } from './authenticator.ts'

export { codeAt, wrongCodeAt } from './authenticator.ts'

export const dayMs = 24 * 60 * 60 * 1000

/** Starts panels and stops them after each test. */
export function panelsOfTest() {
  const open: TestPanel[] = []
  afterEach(async () => {
    for (const panel of open.splice(0)) await panel.stop()
  })
  return async (options: Parameters<typeof startTestPanel>[0] = {}): Promise<TestPanel> => {
    const panel = await startTestPanel(options)
    open.push(panel)
    return panel
  }
}

export interface Person {
  id: number
  login: string
  password: string
}

/** A panel of the test's own process says how much work a hash is. */
type PanelOfTest = Pick<TestPanel, 'db'> & Partial<Pick<TestPanel, 'bcryptCost'>>

function passwordsOf({ bcryptCost = 10 }: PanelOfTest) {
  return createPasswords(bcryptCost)
}

export async function addPerson(
  panel: PanelOfTest,
  { isAdmin = false, metadata = {} }: { isAdmin?: boolean; metadata?: object } = {},
): Promise<Person> {
  const login = `person-${randomUUID().slice(0, 8)}`
  const password = `password of ${login}`
  await panel.db
    .insertInto('users')
    .values({
      login,
      login_key: login,
      name: login,
      email: null,
      password_hash: await passwordsOf(panel).hash(password),
      metadata: JSON.stringify(metadata),
      language: null,
      created_at: 0,
      updated_at: 0,
    })
    .execute()
  const { id } = await userRow(panel, login)
  if (isAdmin) {
    const role = await panel.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'admin')
      .executeTakeFirst()
    await panel.db
      .insertInto('user_roles')
      .values({ user_id: id, role_id: role?.id ?? 0 })
      .execute()
  }
  return { id, login, password }
}

export function userRow(panel: PanelOfTest, login: string) {
  return panel.db.selectFrom('users').selectAll().where('login', '=', login).executeTakeFirstOrThrow()
}

type Credentials = Pick<Person, 'login' | 'password'>
/** A panel that can be asked, in this process or in one of its own. */
export type AskedPanel = Pick<TestPanel, 'request'>

export function logIn(
  panel: AskedPanel,
  { login, password }: Credentials = administrator,
  more: { remember?: boolean; headers?: Record<string, string>; captcha?: string } = {},
) {
  const { headers = {}, ...fields } = more
  return panel.request('POST', '/api/auth/login', { body: { login, password, ...fields }, headers })
}

export async function openChallenge(panel: AskedPanel, credentials: Credentials, remember = false) {
  const answer = await logIn(panel, credentials, { remember })
  return (answer.json as SecondFactorWanted).challenge_token
}

export function verify(
  panel: AskedPanel,
  challengeToken: string,
  code: string,
  headers: Record<string, string> = {},
) {
  return panel.request('POST', '/api/auth/2fa/verify', {
    body: { challenge_token: challengeToken, code },
    headers,
  })
}

/** Both steps of a sign-in. */
export async function logInWithCode(panel: AskedPanel, credentials: Credentials, code: string) {
  return verify(panel, await openChallenge(panel, credentials), code)
}

export interface Enrolled {
  secret: string
  recoveryCodes: string[]
}

export async function setUp(panel: AskedPanel, sessionToken: string) {
  return panel.request('POST', '/api/profile/2fa/setup', { sessionToken })
}

export async function confirm(panel: AskedPanel, sessionToken: string, code: string) {
  return panel.request('POST', '/api/profile/2fa/confirm', { sessionToken, body: { code } })
}

/** Switches the second factor on, and moves the clock on so that the next code is a new one. */
export async function enroll(panel: TestPanel, sessionToken: string): Promise<Enrolled> {
  const { secret } = (await setUp(panel, sessionToken)).json
  const answer = await confirm(panel, sessionToken, codeAt(secret, panel.clock.nowMs))
  if (answer.status !== 200) throw new Error(`confirm answered ${answer.status}: ${answer.text}`)
  panel.clock.nowMs += 30_000
  return { secret, recoveryCodes: answer.json.recovery_codes }
}

export async function addEnrolledPerson(panel: TestPanel, options: Parameters<typeof addPerson>[1] = {}) {
  const person = await addPerson(panel, options)
  const sessionToken = await panel.signIn(person)
  return { ...person, sessionToken, ...(await enroll(panel, sessionToken)) }
}

export const statusesOf = (answers: { status: number }[]) => answers.map(answer => answer.status)

export function countOf(statuses: number[], status: number): number {
  return statuses.filter(one => one === status).length
}

/** Audit lines of one event, as the log holds them. */
export function auditLines(panel: TestPanel, event: string): Record<string, unknown>[] {
  return panel.logLines
    .map(line => JSON.parse(line) as Record<string, unknown>)
    .filter(line => line.component === 'audit' && line.event === event)
}
