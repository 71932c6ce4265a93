import { describe, expect, test } from 'vitest'
import { type Cache, CacheUnavailableError, type OpenCache } from './cache/cache.ts'
import { MemoryCache } from './cache/memory-cache.ts'
import { type Change, createChanges } from './changes.ts'
import { createLog } from './log.ts'
import { shareChanges } from './shared-changes.ts'

function setUp() {
  const lines: string[] = []
  const log = createLog('info', { write: line => lines.push(line) })
  const memory = new MemoryCache({ now: Date.now, log })
  const gaps: (() => void)[] = []
  const onGap = (listener: () => void) => {
    gaps.push(listener)
    return () => {}
  }
  const cache = sharedView(memory, onGap)
  const join = async (instanceId: string, joined: OpenCache = cache) => {
    const changes = await shareChanges(createChanges(), { cache: joined, instanceId, unheardMs, log })
    const heard: Change[] = []
    const elsewhere: Change[] = []
    changes.listen((change, origin) => {
      heard.push(change)
      if (origin === 'elsewhere') elsewhere.push(change)
    })
    return { changes, heard, elsewhere }
  }
  return { join, memory, gaps, lines }
}

/** The same cache, as if other instances saw it too. */
function sharedView(memory: MemoryCache, onGap: Cache['onGap']): OpenCache {
  const namespace = (name: string): Cache => ({ ...memory.namespace(name), onGap })
  return Object.assign(Object.create(memory), { isShared: true, namespace, close: async () => {} })
}

const unheardMs = 200
const ended: Change = { kind: 'login-session-ended', jti: 'a' }

describe('changes among instances', () => {
  test('what is told everywhere is heard once by each, here before the first wait', async () => {
    const { join } = setUp()
    const [one, two] = [await join('one'), await join('two')]
    const reported = one.changes.publishEverywhere(ended)
    expect(one.heard).toEqual([ended])
    await reported
    expect(two.heard).toEqual([ended])
    expect(one.heard).toEqual([ended])
  })

  test('what is told here stays here', async () => {
    const { join } = setUp()
    const [one, two] = [await join('one'), await join('two')]
    one.changes.publish(ended)
    await one.changes.publishEverywhere({ kind: 'user-changed', userId: 3 })
    expect(two.heard).toEqual([{ kind: 'user-changed', userId: 3 }])
  })

  test('an instance that is there but does not answer holds nobody up for long', async () => {
    const { join, memory } = setUp()
    const one = await join('one')
    await memory.namespace('changes').subscribe('told', () => {})
    const begun = performance.now()
    await one.changes.publishEverywhere(ended)
    const tookMs = performance.now() - begun
    expect(tookMs).toBeGreaterThanOrEqual(unheardMs - 5)
    expect(tookMs).toBeLessThan(unheardMs + 5_000)
  })

  test('many changes at once are each heard by all before they are done', async () => {
    const { join } = setUp()
    const [one, two, three] = [await join('one'), await join('two'), await join('three')]
    const heardBy = (joined: typeof one) => new Set(joined.heard.map(change => JSON.stringify(change)))
    const tellers = [one, two, three].flatMap((sender, index) =>
      Array.from({ length: 50 }, async (_, i) => {
        const change: Change = { kind: 'user-changed', userId: index * 100 + i }
        await sender.changes.publishEverywhere(change)
        for (const joined of [one, two, three]) expect(heardBy(joined).has(JSON.stringify(change))).toBe(true)
      }),
    )
    await Promise.all(tellers)
    expect([one, two, three].map(joined => joined.heard.length)).toEqual([150, 150, 150])
  })

  test('after a gap nothing that is remembered counts', async () => {
    const { join, gaps } = setUp()
    const { heard } = await join('one')
    for (const gap of gaps) gap()
    expect(heard).toEqual([{ kind: 'changes-missed' }, { kind: 'rights-changed', userId: 'everybody' }])
  })

  test('a cache that is away does not make a change look failed', async () => {
    const { join, memory, lines } = setUp()
    const { changes, heard } = await join('one')
    await memory.close()
    await expect(memory.ping()).rejects.toThrow(CacheUnavailableError)
    await changes.publishEverywhere(ended)
    expect(heard).toEqual([ended])
    expect(lines.join('')).toContain('other instances could not be told')
  })

  test('what is announced reaches all in order, and others know that it happened elsewhere', async () => {
    const { join } = setUp()
    const [one, two] = [await join('one'), await join('two')]
    const reported = Array.from(
      { length: 500 },
      (_, taskId): Change => ({ kind: 'template-changed', templateId: taskId }),
    )
    for (const change of reported) one.changes.announce(change)
    expect(one.heard).toEqual(reported)
    await expect.poll(() => two.heard).toEqual(reported)
    expect(two.elsewhere).toEqual(reported)
    expect(one.elsewhere).toEqual([])
  })

  test('T-106 who could not tell others says so when it can: they trust nothing that they remember', async () => {
    const { join, memory } = setUp()
    const line = { isCut: false }
    const cut = (cache: Cache): Cache => ({
      ...cache,
      publish: async (...message) => {
        if (line.isCut) throw new CacheUnavailableError('away')
        return cache.publish(...message)
      },
    })
    const view = Object.assign(Object.create(memory), {
      isShared: true,
      namespace: (name: string) => cut(memory.namespace(name)),
    }) as OpenCache
    const [one, two] = [await join('one', view), await join('two')]
    line.isCut = true
    one.changes.announce(ended)
    await one.changes.publishEverywhere({ kind: 'user-changed', userId: 3 })
    expect(two.heard).toEqual([])
    line.isCut = false
    await expect
      .poll(() => two.heard, { timeout: 30_000 })
      .toEqual([{ kind: 'changes-missed' }, { kind: 'rights-changed', userId: 'everybody' }])
  })

  test.each([
    ['told', 'no JSON'],
    ['told', '{"from":"two","id":1,"change":{"kind":"user-changed","userId":"three"}}'],
    ['announced', '{"from":"two","changes":[{"kind":"task-output","taskId":1}]}'],
    ['announced', '{"changes":[]}'],
    ['announced', 'null'],
  ])(
    'what another instance has %s and cannot be read, %j, is logged, and everything is read anew',
    async (channel, message) => {
      const { join, memory, lines } = setUp()
      const { heard, elsewhere, changes } = await join('one')
      for (let count = 0; count < 3; count++) await memory.namespace('changes').publish(channel, message)
      const everything = [{ kind: 'changes-missed' }, { kind: 'rights-changed', userId: 'everybody' }]
      await expect.poll(() => elsewhere).toEqual([...everything, ...everything, ...everything])
      expect(lines.filter(line => line.includes('cannot be read'))).toHaveLength(1)
      await changes.publishEverywhere(ended)
      expect(heard.at(-1)).toEqual(ended)
    },
  )

  test('a kind that only a later version knows is passed over, and its sender does not wait for nothing', async () => {
    const { join, memory, lines } = setUp()
    const { heard } = await join('one')
    const cache = memory.namespace('changes')
    const answers: string[] = []
    await cache.subscribe('heard-by-two', id => answers.push(id))
    await cache.publish('told', '{"from":"two","id":9,"change":{"kind":"moon-phase","phase":4}}')
    await cache.publish(
      'announced',
      `{"from":"two","changes":[{"kind":"moon-phase"},${JSON.stringify(ended)}]}`,
    )
    await expect.poll(() => heard).toEqual([ended])
    expect(answers).toEqual(['9'])
    expect(lines).toEqual([])
  })

  test('a cache of this process alone carries nothing', async () => {
    const { join, memory } = setUp()
    const [one, two] = [await join('one', memory), await join('two', memory)]
    await one.changes.publishEverywhere(ended)
    await new Promise(resolve => setImmediate(resolve))
    expect([one.heard, two.heard]).toEqual([[ended], []])
  })
})
