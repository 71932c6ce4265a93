// Leases: one holder for each node, a higher fence for each that follows, and what others may do with a dead one's.

import { describe, expect, test } from 'vitest'
import { MemoryCache } from '../cache/memory-cache.ts'
import { createLog } from '../log.ts'
import { createNodeLeases, type Lease } from './node-leases.ts'

const log = createLog('fatal')
const connectionOf = (daemonInstanceId: string) => ({ nodeId: 7, certificateSerial: 'AA', daemonInstanceId })

function setUp() {
  const clock = { nowMs: 1_000 }
  const cache = new MemoryCache({ now: () => clock.nowMs, log })
  const asked: { by: string; former: Lease; fence: number }[] = []
  const alive = new Set<string>()
  const join = (instanceId: string) => {
    alive.add(instanceId)
    return createNodeLeases({
      cache,
      instanceId,
      lifeMs: 100,
      now: () => clock.nowMs,
      knownFence: () => 0,
      isHeld: async (_, lease) => alive.has(lease.instanceId),
      takeFrom: async (_, former, fence) => void asked.push({ by: instanceId, former, fence }),
      log,
    })
  }
  return { clock, cache, asked, alive, one: join('one'), two: join('two') }
}

describe('leases of nodes', () => {
  test('L5 the same daemon goes from one instance to the other, which asks the first to let go', async () => {
    const { one, two, asked } = setUp()
    expect(await one.claim(connectionOf('daemon'))).toEqual({ fence: 1_000 })
    expect(await two.claim(connectionOf('daemon'))).toEqual({ fence: 1_001 })
    expect(asked).toMatchObject([{ by: 'two', former: { instanceId: 'one', fence: 1_000 }, fence: 1_001 }])
    expect(await one.renew()).toEqual([{ nodeId: 7, fence: 1_001 }])
    expect(await two.renew()).toEqual([])
  })

  test('L5 another daemon is refused for as long as the first is held, and not by a dead instance', async () => {
    const { one, two, alive } = setUp()
    await one.claim(connectionOf('daemon'))
    expect(await two.claim(connectionOf('thief'))).toEqual({
      refused: expect.stringContaining('another daemon'),
    })
    alive.delete('one')
    expect(await two.claim(connectionOf('thief'))).toEqual({ fence: 1_001 })
  })

  test('of many claims at once each gets a fence of its own, or is told to try again', async () => {
    const { one, two } = setUp()
    const claims = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? one : two).claim(connectionOf('daemon')),
    )
    const fences = (await Promise.all(claims)).flatMap(claim => ('fence' in claim ? [claim.fence] : []))
    expect(fences.length).toBeGreaterThan(0)
    expect(new Set(fences).size).toBe(fences.length)
  })

  test('a lease lives while it is renewed, is written again when it was forgotten, and ends with its holder', async () => {
    const { one, two, cache, clock } = setUp()
    await one.claim(connectionOf('daemon'))
    clock.nowMs += 80
    await one.renew()
    clock.nowMs += 80
    expect(await one.serialOf(7)).toBe('AA')
    await cache.delete('node-7')
    await one.renew()
    expect(await two.serialOf(7)).toBe('AA')
    clock.nowMs += 101
    expect(await two.serialOf(7)).toBeNull()
  })

  test.each(['no JSON', '{"instanceId":"one"}', 'null'])(
    'a lease that cannot be read, %j, locks no node out, and no holder loses its own to it',
    async damaged => {
      const { one, two, cache } = setUp()
      await one.claim(connectionOf('daemon'))
      await cache.set('node-7', damaged, 1_000)
      expect(await one.renew()).toEqual([])
      expect(await two.serialOf(7)).toBe('AA')
      await cache.set('node-7', damaged, 1_000)
      expect(await two.claim(connectionOf('daemon'))).toMatchObject({ fence: expect.any(Number) })
    },
  )

  test('who gives up a former claim does not give up the present one', async () => {
    const { one, cache } = setUp()
    const first = await one.claim(connectionOf('daemon'))
    const second = await one.claim(connectionOf('daemon'))
    one.giveUp(7, 'fence' in first ? first.fence : 0)
    await new Promise(resolve => setImmediate(resolve))
    expect(await cache.get('node-7')).not.toBeNull()
    one.giveUp(7, 'fence' in second ? second.fence : 0)
    await expect.poll(() => cache.get('node-7')).toBeNull()
  })

  test('T-106 without the cache the node is admitted all the same, and the lease follows', async () => {
    const { cache, clock } = setUp()
    const away = new MemoryCache({ now: () => clock.nowMs, log })
    await away.close()
    const connections = { current: away }
    const lone = createNodeLeases({
      cache: new Proxy(cache, {
        get: (_, name) => Reflect.get(connections.current, name).bind(connections.current),
      }),
      instanceId: 'lone',
      lifeMs: 100,
      now: () => clock.nowMs,
      knownFence: () => 5_000,
      isHeld: async () => true,
      takeFrom: async () => {},
      log,
    })
    expect(await lone.claim(connectionOf('daemon'))).toEqual({ fence: 5_001 })
    await expect(lone.renew()).rejects.toThrow()
    connections.current = cache
    expect(await lone.renew()).toEqual([])
    expect(JSON.parse((await cache.get('node-7')) ?? '')).toMatchObject({ instanceId: 'lone', fence: 5_001 })
  })
})
