// What `rookery user` does on every kind of database, beside a running panel.

import { Readable } from 'node:stream'
import type { UserCommand } from '@rookery/contracts/user-command.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { runUserCommand } from '../../src/run-user-command.ts'
import { openChannel } from '../access/open-channel.ts'
import { auditedBy } from '../audit/audit-lines.ts'
import { addEnrolledPerson, addPerson, logIn, userRow } from '../sign-in/people.ts'
import { administrator, quickBcryptCost, startTestPanel, type TestPanel } from '../start-test-panel.ts'

export const newPassword = 'correct horse battery'

export function configFor(dataDir: string, variables: Record<string, string>) {
  const environment = {
    DATA_DIR: dataDir,
    AUTH_SECRET: '0123456789abcdef0123456789abcdef',
    ...variables,
  }
  const reading = readConfig({ environment, fileText: null, workingDirectory: dataDir })
  if ('problems' in reading) throw new Error(reading.problems.join('\n'))
  const { config } = reading
  return { ...config, auth: { ...config.auth, bcryptCost: quickBcryptCost } }
}

export function localCommandsSuite(variablesOf: () => Promise<Record<string, string>>): void {
  let panel: TestPanel
  let variables: Record<string, string>
  beforeAll(async () => {
    variables = await variablesOf()
    panel = await startTestPanel({ variables })
  })
  beforeEach(() => {
    panel.clock.nowMs = Date.now()
  })
  afterAll(() => panel?.stop())

  const run = (command: UserCommand) =>
    runUserCommand(configFor(panel.dataDir, variables), Readable.from([JSON.stringify(command)]))
  const done = async (command: UserCommand) => {
    expect(await run(command)).toMatchObject({ problem: null })
    panel.clock.nowMs = Date.now() + 1
  }
  const statusOf = async (sessionToken: string) =>
    (await panel.request('GET', '/api/profile', { sessionToken })).status

  test('3 a new password works at once, sessions stay, and tokens made before it die', async () => {
    const person = await addPerson(panel)
    const sessionToken = (await logIn(panel, person)).json.token
    const made = await panel.request('POST', '/api/tokens', {
      sessionToken,
      body: { name: 'script', abilities: ['server:list'] },
    })
    expect(made.status).toBe(201)
    const token = (made.json as { token: string }).token
    const statusOfToken = async () =>
      (await panel.request('GET', '/api/servers', { sessionToken: token })).status
    expect(await statusOfToken()).toBe(200)
    await done({ command: 'password', login: person.login.toUpperCase(), password: newPassword })
    // What is remembered without asking is a second old at most.
    panel.clock.nowMs += 1_000
    expect(await statusOfToken()).toBe(401)
    expect(await statusOf(sessionToken)).toBe(200)
    expect((await logIn(panel, person)).status).toBe(401)
    expect((await logIn(panel, { ...person, password: newPassword })).status).toBe(200)
  })

  test('5.5.9 a new password leaves the second factor as it is', async () => {
    const person = await addEnrolledPerson(panel)
    const before = await userRow(panel, person.login)
    await done({ command: 'password', login: person.login, password: newPassword })
    const after = await userRow(panel, person.login)
    for (const column of ['two_factor_enabled', 'two_factor_secret', 'two_factor_recovery_codes'] as const) {
      expect(after[column]).toEqual(before[column])
    }
    const { status, json } = await logIn(panel, { ...person, password: newPassword })
    expect({ status, token: json.token }).toEqual({ status: 200, token: undefined })
  })

  test('5.7 the rules of passwords hold, and nothing is changed by one that is refused', async () => {
    const person = await addPerson(panel)
    const before = await userRow(panel, person.login)
    for (const [password, problem] of [
      ['short', /password must be at least 12 bytes long, this is 5/],
      ['x'.repeat(129), /password must be at most 128/],
      ['passwordpassword', /password is on a list of passwords that are publicly known/],
    ] as const) {
      expect((await run({ command: 'password', login: person.login, password })).problem).toMatch(problem)
      const added = { command: 'add', login: 'refused', password, isAdministrator: false } as const
      expect((await run(added)).problem).toMatch(problem)
    }
    expect(await userRow(panel, person.login)).toEqual(before)
    const { users } = await run({ command: 'list' })
    expect(users.map(({ login }) => login)).not.toContain('refused')
  })

  test('somebody is added with or without the rights of an administrator, and is in the list', async () => {
    await done({ command: 'add', login: 'plain', password: newPassword, isAdministrator: false })
    await done({
      ...{ command: 'add', login: 'chief', name: 'The Chief', email: 'chief@panel.example' },
      ...{ password: newPassword, isAdministrator: true },
    })
    const { users } = await run({ command: 'list' })
    expect(users).toContainEqual({
      ...{ login: 'chief', name: 'The Chief', email: 'chief@panel.example' },
      ...{ isAdministrator: true, twoFactorEnabled: false },
    })
    expect(users).toContainEqual(expect.objectContaining({ login: 'plain', isAdministrator: false }))
    const chief = { login: 'chief', password: newPassword }
    const sessionToken = await panel.signIn(chief)
    expect((await panel.request('GET', '/api/users', { sessionToken })).status).toBe(200)
    const plain = await panel.signIn({ login: 'plain', password: newPassword })
    expect((await panel.request('GET', '/api/users', { sessionToken: plain })).status).toBe(403)
    const again = await run({ command: 'add', login: 'CHIEF', password: newPassword, isAdministrator: false })
    expect(again.problem).toBe('login is taken by another user')
    const spaced = await run({ command: 'add', login: 'a b', password: newPassword, isAdministrator: false })
    expect(spaced.problem).toBe('login must not contain spaces or control characters')
  })

  test('signing out ends every session that began before, of this person alone, and its open channels', async () => {
    const person = await addPerson(panel, { isAdmin: true })
    const [first, second] = [await panel.signIn(person), await panel.signIn(person)]
    const other = await panel.signIn(administrator)
    const channel = await openChannel(panel, first, '/api/ws/events')
    const otherChannel = await openChannel(panel, other, '/api/ws/events')
    await done({ command: 'sign-out', login: person.login })
    panel.clock.nowMs += 1_000
    expect([await statusOf(first), await statusOf(second), await statusOf(other)]).toEqual([401, 401, 200])
    const again = await panel.signIn(person)
    expect(await statusOf(again)).toBe(200)
    await panel.app.keepHouse()
    expect(await channel.closed).toBe(closeCodes.loginSessionEnded)
    expect(await statusOf(again)).toBe(200)
    expect(otherChannel.socket.readyState).toBe(otherChannel.socket.OPEN)
    otherChannel.socket.terminate()
  })

  test('6.4 a running panel writes the audit lines: on the machine itself, by whom, and once', async () => {
    const person = await addPerson(panel)
    await panel.app.keepHouse()
    const lines = await auditedBy(panel, async () => {
      await done({ command: 'add', login: 'audited', password: newPassword, isAdministrator: true })
      await done({ command: 'password', login: person.login, password: newPassword })
      await done({ command: 'sign-out', login: person.login })
      await run({ command: 'password', login: 'nobody', password: newPassword })
      await run({ command: 'password', login: person.login, password: 'short' })
      await panel.app.keepHouse()
      await panel.app.keepHouse()
    })
    const here = {
      ...{ category: 'user', outcome: 'success', auth_method: 'local-command', ip: null },
      ...{ actor_id: null, machine: expect.any(String), machine_user: expect.any(String) },
    }
    const added = await userRow(panel, 'audited')
    expect(lines).toEqual([
      expect.objectContaining({ ...here, event: 'user.created', user_id: added.id, roles: 'admin' }),
      expect.objectContaining({ ...here, event: 'user.password_changed', user_id: person.id }),
      expect.objectContaining({ ...here, event: 'user.signed_out', user_login: person.login }),
    ])
    expect(JSON.stringify(lines)).not.toContain(newPassword)
  })

  test('6.4 an upgrade and one that was undone are audited, and concern no person', async () => {
    await panel.app.keepHouse()
    const versions = { from: '0.1.0', to: '0.2.0' }
    const lines = await auditedBy(panel, async () => {
      await done({ command: 'record-upgrade', ...versions, outcome: 'upgraded', reason: null })
      await done({ command: 'record-upgrade', ...versions, outcome: 'returned', reason: 'it did not start' })
      await panel.app.keepHouse()
    })
    const here = { category: 'installation', auth_method: 'local-command', from_version: '0.1.0' }
    expect(lines).toEqual([
      expect.objectContaining({ ...here, event: 'installation.upgraded', to_version: '0.2.0' }),
      expect.objectContaining({ ...here, event: 'installation.upgrade_undone', reason: 'it did not start' }),
    ])
    expect(lines[0]).not.toHaveProperty('user_id')
  })

  test('an unknown person is named, with where to look', async () => {
    for (const command of ['password', 'sign-out'] as const) {
      const { problem } = await run({ command, login: 'nobody', password: newPassword })
      expect(problem).toBe('there is no user with the login "nobody": see rookery user list')
    }
  })
}
