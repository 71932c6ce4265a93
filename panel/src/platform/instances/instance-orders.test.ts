// Orders between instances: what another version wrote is answered or logged, and nothing after it is lost.

import { describe, expect, test } from 'vitest'
import { MemoryCache } from '../cache/memory-cache.ts'
import { createLog } from '../log.ts'
import { createSecretBox } from '../secret-box.ts'
import { createInstanceOrders, sealMessages } from './instance-orders.ts'
import type { Order } from './logic/instance-messages.ts'

const holds: Order = { kind: 'holds', nodeId: 7, fence: 1 }

async function setUp() {
  const lines: string[] = []
  const log = createLog('info', { write: line => lines.push(line) })
  const memory = new MemoryCache({ now: Date.now, log })
  const cache = sealMessages(memory, createSecretBox(Buffer.alloc(32, 1)), log)
  const obeyed: Order[] = []
  const join = async (instanceId: string) => {
    const perform = async (order: Order) => {
      obeyed.push(order)
      return { kind: 'done' } as const
    }
    const orders = createInstanceOrders({ cache, instanceId, address: () => 'here:1', perform, log })
    await orders.open()
    return orders
  }
  return { join, cache, memory, obeyed, lines }
}

describe('messages of another version', () => {
  test('an order that is not known here is refused at once, and its sender does not wait in vain', async () => {
    const { join, obeyed } = await setUp()
    const [one] = [await join('one'), await join('two')]
    const unknown = { kind: 'paint', color: 'red' } as unknown as Order
    expect(await one.request('two', unknown, 60_000)).toEqual({
      kind: 'failed',
      message: 'the other instance of the panel does not know this order',
    })
    expect(obeyed).toEqual([])
    expect(await one.request('two', holds, 60_000)).toEqual({ kind: 'done' })
  })

  test('an answer that cannot be read is a failure, at once', async () => {
    const { join, cache } = await setUp()
    const one = await join('one')
    await cache.subscribe('to-two', text => {
      const { id } = JSON.parse(text) as { id: number }
      void cache.publish('to-one', JSON.stringify({ from: 'two', id, reply: { kind: 'maybe' } }))
    })
    expect(await one.request('two', holds, 60_000)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('cannot read'),
    })
  })

  test.each(['no JSON', 'null', '{"from":"two","id":1}', '{"from":"two","id":"1","reply":{"kind":"done"}}'])(
    'what is no message, %j, is logged once and hinders no other',
    async text => {
      const { join, cache, lines } = await setUp()
      const [one] = [await join('one'), await join('two')]
      for (let count = 0; count < 3; count++) await cache.publish('to-two', text)
      expect(await one.request('two', holds, 60_000)).toEqual({ kind: 'done' })
      expect(lines.filter(line => line.includes('cannot read it'))).toHaveLength(1)
    },
  )

  test('what was not sealed by an instance is not even read', async () => {
    const { join, memory, obeyed, lines } = await setUp()
    const one = await join('one')
    await join('two')
    await memory.publish('to-two', JSON.stringify({ from: 'thief', id: 1, address: 'x', order: holds }))
    await one.request('two', holds, 60_000)
    expect(obeyed).toEqual([holds])
    expect(lines.join('')).toContain('not of an instance of this panel')
  })
})
