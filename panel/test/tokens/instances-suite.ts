// What two instances that share database and cache must show, whatever the cache is.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenCache } from '../../src/platform/cache/cache.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addPerson, createToken, idOf, statusWith, usualPassword } from './people.ts'

const rounds = 20

/** The clocks stand still, so that nothing that is remembered ends by itself. */
export function instancesSuite(openCaches: () => Promise<[OpenCache, OpenCache]>): void {
  let caches: OpenCache[] = []
  let one: TestPanel
  let two: TestPanel
  beforeAll(async () => {
    const [ofOne, ofTwo] = await openCaches()
    caches = [ofOne, ofTwo]
    one = await startTestPanel({ cache: ofOne })
    two = await startTestPanel({ cache: ofTwo, dataDir: one.dataDir })
    two.clock.nowMs = one.clock.nowMs
  })
  afterAll(async () => {
    await two?.halt()
    await one?.stop()
    for (const cache of new Set(caches)) await cache.close()
  })

  /** Both instances have recognized it and remember it. */
  const rememberEverywhere = async (bearer: string) => {
    expect([await statusWith(one, bearer), await statusWith(two, bearer)]).toEqual([200, 200])
  }

  test('3 (C050) a token revoked on one instance is refused at once on the other', async () => {
    const sessionToken = await one.signIn()
    for (let round = 0; round < rounds; round++) {
      const token = await createToken(one, sessionToken)
      await rememberEverywhere(token)
      await one.request('DELETE', `/api/tokens/${idOf(token)}`, { sessionToken })
      expect([await statusWith(two, token), await statusWith(one, token)]).toEqual([401, 401])
    }
  })

  test('5.3.3 a session ended on one instance is refused at once on the other', async () => {
    for (let round = 0; round < rounds; round++) {
      const sessionToken = await one.signIn()
      await rememberEverywhere(sessionToken)
      await one.request('POST', '/api/auth/logout', { sessionToken })
      expect([await statusWith(two, sessionToken), await statusWith(one, sessionToken)]).toEqual([401, 401])
    }
  })

  test('5.2.7 (C047) a password changed on one instance ends tokens at once on the other', async () => {
    const { sessionToken } = await addPerson(one, 'changer')
    const token = await createToken(one, sessionToken)
    await rememberEverywhere(token)
    await rememberEverywhere(sessionToken)
    const body = { current_password: usualPassword, password: 'changed on one of two' }
    expect((await one.request('PUT', '/api/profile', { sessionToken, body })).status).toBe(200)
    expect([await statusWith(two, token), await statusWith(two, sessionToken)]).toEqual([401, 200])
    expect(await statusWith(two, await createToken(one, sessionToken))).toBe(200)
  })

  test('5.2 (C107) a user removed on one instance is nobody at once on the other', async () => {
    const { id, sessionToken } = await addPerson(one, 'leaver')
    const token = await createToken(one, sessionToken)
    await rememberEverywhere(token)
    await rememberEverywhere(sessionToken)
    await one.app.users.remove(id, 'panel')
    expect([await statusWith(two, token), await statusWith(two, sessionToken)]).toEqual([401, 401])
  })
}
