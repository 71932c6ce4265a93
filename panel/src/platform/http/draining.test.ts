// T-109: an instance that leaves says so, serves what changes something, and lets go of what others can answer.

import Fastify from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { createDraining, type DrainTimes } from './draining.ts'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

async function start(times: DrainTimes | null) {
  const draining = createDraining(times)
  const http = Fastify()
  http.addHook('onRequest', draining.onRequest)
  http.route({ method: ['GET', 'POST'], url: '/', handler: async () => 'served' })
  opened.push(http)
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  const ask = (method: string) =>
    fetch(url, { method }).then(
      answer => `${answer.status} ${answer.headers.get('connection')}`,
      () => 'let go',
    )
  return { draining, ask }
}

describe('T-109 an instance that leaves', () => {
  test('first serves everything and says close, then lets go of what may be asked elsewhere', async () => {
    const { draining, ask } = await start({ announceMs: 5_000, quietMs: 1_500, longestMs: 60_000 })
    expect([await ask('GET'), draining.isLeaving()]).toEqual(['200 keep-alive', false])
    const drained = draining.begin()
    expect(draining.isLeaving()).toBe(true)
    expect([await ask('GET'), await ask('POST')]).toEqual(['200 close', '200 close'])
    await expect.poll(() => ask('GET'), { timeout: 30_000 }).toBe('let go')
    expect(await ask('POST')).toBe('200 close')
    await drained
  })

  test('alone it does not wait: nobody stands in', async () => {
    const { draining, ask } = await start(null)
    await draining.begin()
    expect(draining.isLeaving()).toBe(true)
    expect(await ask('GET')).toBe('200 close')
  })

  test('it does not wait for ever for those who do not understand', async () => {
    const { draining, ask } = await start({ announceMs: 1, quietMs: 60_000, longestMs: 300 })
    let isOver = false
    const asking = (async () => {
      while (!isOver) await ask('GET')
    })()
    await draining.begin()
    isOver = true
    await asking
  })
})
