// A whole life of secrets: everything that was created in it is searched for in the log, the database and every later answer.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addPerson, codeAt, openChallenge, panelsOfTest, verify } from './people.ts'

const start = panelsOfTest()
const keys = {
  AUTH_SECRET: 'the-signing-key-of-this-one-panel',
  ENCRYPTION_KEY: 'the-sealing-key-of-this-panel',
}

test('5.9 (C014, C218) no password, token, code or key reaches the log, the database or a later answer', async () => {
  const panel = await start({ variables: { ...keys, LOGGER_LEVEL: 'debug' } })
  const person = await addPerson(panel, { isAdmin: true })
  const secrets = new Map<string, string>([
    ['password', person.password],
    ['AUTH_SECRET', keys.AUTH_SECRET],
    ['ENCRYPTION_KEY', keys.ENCRYPTION_KEY],
  ])
  const first = await panel.signIn(person)
  secrets.set('session token', first)
  const ask = async (method: string, path: string, body?: unknown, sessionToken = first) => {
    const answer = await panel.request(method, path, {
      sessionToken,
      ...(body === undefined ? {} : { body }),
    })
    expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300)
    return answer.json
  }

  const setup = await ask('POST', '/api/profile/2fa/setup')
  secrets.set('TOTP secret', setup.secret)
  const code = codeAt(setup.secret, panel.clock.nowMs)
  const { recovery_codes } = await ask('POST', '/api/profile/2fa/confirm', { code })
  for (const one of recovery_codes as string[]) secrets.set(`recovery code ${one.slice(0, 2)}…`, one)

  panel.clock.nowMs += 60_000
  const challenge = await openChallenge(panel, person)
  secrets.set('challenge token', challenge)
  const second = await verify(panel, challenge, codeAt(setup.secret, panel.clock.nowMs))
  secrets.set('second session token', second.json.token)

  const { token } = await ask('POST', '/api/tokens', { name: 'for a script', abilities: ['server:list'] })
  const [, tokenSecret = ''] = (token as string).split('|')
  secrets.set('access token', tokenSecret)
  await panel.request('GET', '/api/servers', { sessionToken: token })
  const shortLived = await ask('POST', '/api/auth/short-lived-token')
  secrets.set('short-lived token', shortLived.token)
  await panel.request('GET', `/api/ws/events?token=${shortLived.token}`)

  const node = await ask('POST', '/api/nodes', { name: 'Far' })
  const { key } = await ask('POST', `/api/nodes/${node.id}/enrollment`)
  secrets.set('enrollment key', key)
  const next = 'an entirely other long password'
  await ask('PUT', '/api/profile', { current_password: person.password, password: next })
  secrets.set('next password', next)

  const later: string[] = []
  for (const { endpoint } of panel.app.routes.filter(({ endpoint }) => endpoint.method === 'GET')) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
    later.push((await panel.request('GET', path, { sessionToken: first })).text)
  }
  await ask('POST', '/api/auth/logout')
  await panel.halt()
  panel.halt = async () => {}
  const places = {
    log: panel.logLines.join(''),
    'later answers': later.join('\n'),
    database: ['', '-wal'].map(end => read(join(panel.dataDir, `panel.sqlite${end}`))).join(''),
  }
  expect(places.log.length).toBeGreaterThan(1_000)
  expect(places.database.length).toBeGreaterThan(10_000)
  for (const [place, text] of Object.entries(places)) {
    for (const [what, secret] of secrets) expect(text.includes(secret), `${what} in the ${place}`).toBe(false)
  }
  // The search itself can find: what is stored by design is there.
  expect(places.database).toContain(person.login)
})

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
