// Messages to nodes at other instances: none is lost and none overtakes another, for as long as the node is there.

import { describe, expect, test } from 'vitest'
import { CacheUnavailableError } from '../cache/cache.ts'
import { createLog } from '../log.ts'
import { InstanceGoneError } from './instance-orders.ts'
import type { Reply } from './logic/instance-messages.ts'
import { createOutbox } from './outbox.ts'

const message = (body: string, nodeId = 7) => ({ kind: 'send', nodeId, fence: 1, body }) as const

function setUp() {
  const taken: string[] = []
  const world = { there: new Set([7, 8]), failure: null as Error | null, tries: 0, gone: [] as string[] }
  const outbox = createOutbox({
    orders: {
      async request(_to, order): Promise<Reply> {
        world.tries += 1
        if (world.failure) throw world.failure
        taken.push('body' in order ? order.body : '')
        return { kind: 'done' }
      },
    },
    isStillThere: (_, nodeId) => world.there.has(nodeId),
    gone: instance => {
      world.gone.push(instance)
      world.there.clear()
    },
    log: createLog('fatal'),
  })
  const post = (...bodies: string[]) => {
    for (const body of bodies) outbox.post('other', message(body))
  }
  return { taken, world, outbox, post }
}

describe('messages to other instances', () => {
  test('they arrive in order, and what came while the cache was away arrives afterwards', async () => {
    const { taken, world, post } = setUp()
    world.failure = new CacheUnavailableError('away')
    post('1', '2')
    await expect.poll(() => world.tries).toBeGreaterThan(0)
    post('3')
    expect(taken).toEqual([])
    world.failure = null
    await expect.poll(() => taken).toEqual(['1', '2', '3'])
    post('4')
    await expect.poll(() => taken).toEqual(['1', '2', '3', '4'])
  })

  test('what waits for a connection that has ended is thrown away: the next one is told everything', async () => {
    const { taken, world, outbox, post } = setUp()
    world.failure = new CacheUnavailableError('away')
    post('1', '2')
    await expect.poll(() => world.tries).toBeGreaterThan(0)
    outbox.post('other', message('3', 8))
    world.there.delete(7)
    world.failure = null
    await expect.poll(() => taken).toEqual(['3'])
  })

  test('an instance that nobody listens for is told to be gone, and nothing is tried again', async () => {
    const { world, post } = setUp()
    world.failure = new InstanceGoneError('gone')
    post('1', '2', '3')
    await expect.poll(() => world.gone).toEqual(['other'])
    expect(world.tries).toBe(1)
  })
})
