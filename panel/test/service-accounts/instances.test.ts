import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenCache } from '../../src/platform/cache/cache.ts'
import { openChannel } from '../access/open-channel.ts'
import { type Asked, done, setPermissions } from '../access/people.ts'
import { startTestPanel, type TestPanel } from '../start-test-panel.ts'
import { addGameServer, statusWith } from '../tokens/people.ts'
import { openSharedMemoryCache } from '../tokens/shared-cache.ts'
import { createAccount, createKey } from './service-account-tools.ts'

describe('service accounts on two instances', () => {
  let cache: OpenCache
  let one: TestPanel
  let two: TestPanel
  let admin: Asked
  beforeAll(async () => {
    cache = openSharedMemoryCache()
    one = await startTestPanel({ cache })
    two = await startTestPanel({ cache, dataDir: one.dataDir })
    two.clock.nowMs = one.clock.nowMs
    admin = { panel: one, sessionToken: await one.signIn() }
  })
  afterAll(async () => {
    await two?.halt()
    await one?.stop()
    await cache?.close()
  })

  test('what ends a key on one instance ends it at once on the other, with its channels there', async () => {
    const server = await addGameServer(one, 'castle')
    const path = `/api/ws/servers/${server}/console`
    const ends: [string, (account: number, key: number) => [string, string, object?]][] = [
      ['revoked', (account, key) => ['DELETE', `/api/service-accounts/${account}/keys/${key}`]],
      ['disabled', account => ['PUT', `/api/service-accounts/${account}`, { disabled: true }]],
      ['deleted', account => ['DELETE', `/api/service-accounts/${account}`]],
      [
        'rotated out',
        (account, key) => [
          'POST',
          `/api/service-accounts/${account}/keys/${key}/rotate`,
          { overlap_seconds: 0 },
        ],
      ],
    ]
    for (const [how, end] of ends) {
      const account = await createAccount(admin)
      await setPermissions(admin, account.id, server, {
        'game-server-common': true,
        'game-server-console-view': true,
      })
      const key = await createKey(admin, account.id)
      // Remembered on both.
      expect([await statusWith(one, key.key), await statusWith(two, key.key)]).toEqual([200, 200])
      const { closed } = await openChannel(two, key.key, path)
      const [method, address, body] = end(account.id, key.id)
      await done(admin, method, address, body)
      expect([how, await statusWith(two, key.key), await statusWith(one, key.key)]).toEqual([how, 401, 401])
      expect([how, await closed]).toEqual([how, 4401])
    }
  })
})
