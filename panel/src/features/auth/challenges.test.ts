import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { MemoryCache } from '../../platform/cache/memory-cache.ts'
import { createLog } from '../../platform/log.ts'
import { createChallenges } from './challenges.ts'

test('a challenge that another version wrote and that cannot be read is over: signing in begins anew', async () => {
  const cache = new MemoryCache({ now: Date.now, log: createLog('fatal') })
  const challenges = createChallenges(cache, randomBytes)
  const challenge = { userId: 1, passwordVersion: 2, remember: false }
  const token = await challenges.open(challenge)
  expect(await challenges.enter(token)).toEqual(challenge)
  for (const damaged of ['no JSON', 'null', '{"userId":"1"}']) {
    await cache.namespace('sign-in-challenge').set(token, damaged, 60_000)
    expect(await challenges.enter(token)).toBeNull()
  }
})
