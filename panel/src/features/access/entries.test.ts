import { describe, expect, test } from 'vitest'
import { openSharedMemoryCache } from '../../../test/tokens/shared-cache.ts'
import { createChanges } from '../../platform/changes.ts'
import type { Database } from '../../platform/database/database.ts'
import { createEntries } from './entries.ts'
import type { PermissionEntry } from './logic/decide.ts'
import { createSharedEntries, type SharedEntries } from './shared-entries.ts'

const entry = (effect: 'allow' | 'deny'): PermissionEntry => ({
  permission: 'game-server-start',
  effect,
  objectType: '',
  objectId: 0,
})
const old = [entry('allow')]
const fresh = [entry('deny')]

/** A read that the test lets go when it likes. */
function heldBack(result: PermissionEntry[]) {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  return {
    begun: begun.promise,
    letGo: () => gate.resolve(),
    read: async () => {
      begun.resolve()
      await gate.promise
      return result
    },
  }
}

const entriesOf = async (shared: SharedEntries, userId: number, read: () => Promise<PermissionEntry[]>) =>
  (await shared.of(userId, read)).entries

describe('5.6.8 entries in the shared cache', () => {
  test('5.6.8 what was read once is not read again', async () => {
    const shared = createSharedEntries(openSharedMemoryCache(), 60_000, Date.now)
    expect(await entriesOf(shared, 1, async () => old)).toEqual(old)
    expect(await entriesOf(shared, 1, async () => fresh)).toEqual(old)
    expect(await entriesOf(shared, 2, async () => fresh)).toEqual(fresh)
  })

  test('5.6.8 the copy of this process never outlives CACHE_TTL_RBAC, however late it was taken from the shared cache', async () => {
    const clock = { nowMs: 1_000 }
    const now = () => clock.nowMs
    const cache = openSharedMemoryCache()
    const here = createSharedEntries(cache, 2_000, now)
    expect(await here.of(1, async () => old)).toEqual({ entries: old, livesMs: 2_000 })
    clock.nowMs += 1_500
    expect(await here.of(1, async () => fresh)).toEqual({ entries: old, livesMs: 500 })
    // An instance whose clock is behind has read it, as it seems, in the future.
    const behind = createSharedEntries(cache, 2_000, () => clock.nowMs - 10_000)
    expect(await behind.of(1, async () => fresh)).toEqual({ entries: old, livesMs: 2_000 })
    const database = { db: {} } as Database
    const readings: PermissionEntry[][] = [old, fresh]
    const shared: SharedEntries = {
      ...here,
      of: async () => ({ entries: readings.shift() ?? [], livesMs: 500 }),
    }
    const entries = createEntries({ ...database, changes: createChanges(), shared, keepMs: 30_000, now })
    expect(await entries.of(1)).toEqual(old)
    clock.nowMs += 499
    expect(await entries.of(1)).toEqual(old)
    clock.nowMs += 1
    expect(await entries.of(1)).toEqual(fresh)
  })

  test.each(['no JSON', 'null', '[{"effect":"perhaps"}]'])(
    '5.6.8 entries that cannot be read, %j, are read from the database, and kept anew',
    async damaged => {
      const cache = openSharedMemoryCache()
      const shared = createSharedEntries(cache, 60_000, Date.now)
      await shared.of(1, async () => old)
      const version = await cache.namespace('access').get('version')
      const written = damaged.startsWith('[') ? `{"version":"${version}","entries":${damaged}}` : damaged
      await cache.namespace('access').set('held-1', written, 60_000)
      expect(await entriesOf(shared, 1, async () => fresh)).toEqual(fresh)
      expect(await entriesOf(shared, 1, async () => old)).toEqual(fresh)
    },
  )

  test('T-050 what was read before a change and is written after it is never believed', async () => {
    const shared = createSharedEntries(openSharedMemoryCache(), 60_000, Date.now)
    const slow = heldBack(old)
    const filling = shared.of(1, slow.read)
    await slow.begun
    await shared.endChange(await shared.beginChange())
    slow.letGo()
    await filling
    expect(await entriesOf(shared, 1, async () => fresh)).toEqual(fresh)
  })

  test('5.6.8 nothing is kept or believed while a change is under way', async () => {
    const shared = createSharedEntries(openSharedMemoryCache(), 60_000, Date.now)
    await shared.of(1, async () => old)
    const mark = await shared.beginChange()
    expect(await entriesOf(shared, 1, async () => fresh)).toEqual(fresh)
    expect(await entriesOf(shared, 1, async () => old)).toEqual(old)
    await shared.endChange(mark)
    expect(await entriesOf(shared, 1, async () => fresh)).toEqual(fresh)
  })

  test('5.6.8 of two changes at once, the end of the first does not end the second', async () => {
    const shared = createSharedEntries(openSharedMemoryCache(), 60_000, Date.now)
    const first = await shared.beginChange()
    const second = await shared.beginChange()
    await shared.endChange(first)
    await shared.of(1, async () => old)
    expect(await entriesOf(shared, 1, async () => fresh)).toEqual(fresh)
    await shared.endChange(second)
    expect(await entriesOf(shared, 1, async () => old)).toEqual(old)
  })
})

describe('5.6.8 entries in this process', () => {
  test('T-050 what was read before a change is not kept after it', async () => {
    const changes = createChanges()
    const slow = heldBack(old)
    const reads = [slow.read, async () => fresh]
    const entries = createEntries({
      db: undefined as unknown as Database['db'],
      changes,
      shared: {
        of: async () => ({ entries: await (reads.shift() ?? (async () => []))(), livesMs: 60_000 }),
        beginChange: async () => '',
        endChange: async () => {},
      },
      keepMs: 60_000,
      now: () => 0,
    })
    const filling = entries.of(1)
    await slow.begun
    await changes.publishEverywhere({ kind: 'rights-changed', userId: 1 })
    slow.letGo()
    expect(await filling).toEqual(old)
    expect(await entries.of(1)).toEqual(fresh)
    expect(await entries.of(1)).toEqual(fresh)
  })
})
