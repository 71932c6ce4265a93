// A lost password and its way back through the shipped command, beside a running panel and without one.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PanelHome } from '../operate/panel-home.ts'
import { waitFor } from '../wait-for.ts'

let home: PanelHome
beforeEach(() => {
  home = new PanelHome()
})
afterEach(() => home.remove())

const newPassword = ' a new pass phrase '

test('an administrator who forgot the password is back, and the panel tells who did it', async () => {
  await home.start()
  const before = await home.signIn()
  const changed = await home.rookeryWithInput(`${newPassword}\n`, 'user', 'password', 'admin')
  expect(changed).toMatchObject({ status: 0, output: expect.stringContaining('was changed') })
  await expect(home.signIn()).rejects.toThrow('401')
  const after = await home.signIn(newPassword)
  await home.call('GET', '/api/profile', before)
  expect(await home.rookery('user', 'sign-out', 'admin')).toMatchObject({ status: 0 })
  await waitFor('both sessions are over', async () => {
    const calls = [before, after].map(token => home.call('GET', '/api/profile', token))
    return (await Promise.allSettled(calls)).every(({ status }) => status === 'rejected')
  })
  await home.call('GET', '/api/profile', await home.signIn(newPassword))
  await waitFor('the audit lines are in the log of the panel', () =>
    ['user.password_changed', 'user.signed_out'].every(event =>
      home.logLines.some(line => line.includes(`"event":"${event}"`) && line.includes('"local-command"')),
    ),
  )
  expect(home.logLines.join('\n')).not.toContain(newPassword.trim())
})

test('without a running panel somebody is added, and the database still belongs to its owner', async () => {
  await home.start()
  await home.halt()
  const file = join(home.dataDir, 'panel.sqlite')
  const owner = statSync(file).uid
  const added = await home.rookery('user', 'add', 'rescue', '--administrator', '--generate')
  expect(added.status).toBe(0)
  const password = /password {2}(\S+)/.exec(added.output)?.[1] ?? ''
  const listed = await home.rookery('user', 'list')
  expect(listed.output).toMatch(/^rescue +rescue +- +yes +-$/m)
  expect(statSync(file).uid).toBe(owner)
  const weak = await home.rookeryWithInput('short\n', 'user', 'password', 'rescue')
  expect(weak).toEqual({ status: 1, output: 'password must be at least 12 bytes long, this is 5\n' })
  // Nothing is ever typed here: who is not there is refused before a password is asked for.
  const unknown = await home.rookery('user', 'password', 'nobody')
  expect(unknown).toMatchObject({
    status: 1,
    output: expect.stringContaining('there is no user with the login "nobody"'),
  })
  await home.start()
  await home.signIn(password, 'rescue')
})
