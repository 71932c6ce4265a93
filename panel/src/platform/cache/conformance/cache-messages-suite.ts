// The part of the cache conformance suite about messages between instances.

import { expect, test } from 'vitest'
import type { OpenCache } from '../cache.ts'

const patiently = { timeout: 15_000 }

export function describeCacheMessages(open: (count?: number) => Promise<[OpenCache, ...OpenCache[]]>): void {
  test('A48 a message reaches every subscriber, the sender too, in order, on its channel only', async () => {
    const caches = await open(3)
    const [sender] = caches
    const heard: string[][] = caches.map(() => [])
    const elsewhere: string[] = []
    await Promise.all(
      caches.map((cache, index) => cache.subscribe('rbac', payload => heard[index]?.push(payload))),
    )
    await sender.subscribe('other', payload => elsewhere.push(payload))
    const sent = Array.from({ length: 100 }, (_, index) => `message ${index} é\r\n`)
    for (const payload of sent) await sender.publish('rbac', payload)
    for (const list of heard) await expect.poll(() => list, patiently).toEqual(sent)
    expect(elsewhere).toEqual([])
  })

  test('a message tells how many instances it was handed to', async () => {
    const caches = await open(3)
    expect(await caches[0].publish('c', '1')).toBe(0)
    for (const cache of caches) await cache.subscribe('c', () => {})
    expect(await caches[0].publish('c', '2')).toBe(3)
    expect(await caches[0].publish('d', '3')).toBe(0)
  })

  test('an ended subscription is silent, the others on its channel go on', async () => {
    const [cache] = await open()
    const first: string[] = []
    const second: string[] = []
    const end = await cache.subscribe('c', payload => first.push(payload))
    await cache.subscribe('c', payload => second.push(payload))
    await cache.publish('c', '1')
    await expect.poll(() => second, patiently).toEqual(['1'])
    await end()
    await end()
    await cache.publish('c', '2')
    await expect.poll(() => second, patiently).toEqual(['1', '2'])
    expect(first).toEqual(['1'])
  })

  test('one listener may subscribe twice, and one that fails does not disturb the others', async () => {
    const [cache] = await open()
    const heard: string[] = []
    const listener = (payload: string) => void heard.push(payload)
    const end = await cache.subscribe('c', listener)
    await cache.subscribe('c', () => {
      throw new Error('a broken listener')
    })
    await cache.subscribe('c', listener)
    await cache.publish('c', '1')
    await expect.poll(() => heard, patiently).toEqual(['1', '1'])
    await end()
    await cache.publish('c', '2')
    await expect.poll(() => heard, patiently).toEqual(['1', '1', '2'])
  })

  test('channels belong to their namespace', async () => {
    const [cache] = await open()
    const heard: string[] = []
    await cache.namespace('one').subscribe('c', payload => heard.push(`one ${payload}`))
    await cache.namespace('two').subscribe('c', payload => heard.push(`two ${payload}`))
    await cache.namespace('two').publish('c', '1')
    await expect.poll(() => heard, patiently).toEqual(['two 1'])
  })
}
