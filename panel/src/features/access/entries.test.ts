import { describe, expect, test } from 'vitest'
import { openSharedMemoryCache } from '../../../test/tokens/shared-cache.ts'
import { createChanges } from '../../platform/changes.ts'
import type { Database } from '../../platform/database/database.ts'
import { createEntries } from './entries.ts'
import type { PermissionEntry } from './logic/decide.ts'
import { createSharedEntries } from './shared-entries.ts'

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

describe('5.6.8 entries in the shared cache', () => {
  test('5.6.8 what was read once is not read again', async () => {
    const shared = createSharedEntries(openSharedMemoryCache(), 60_000)
    expect(await shared.of(1, async () => old)).toEqual(old)
    expect(await shared.of(1, async () => fresh)).toEqual(old)
    expect(await shared.of(2, async () => fresh)).toEqual(fresh)
  })

  test('T-050 what was read before a change and is written after it is never believed', async () => {
    const shared = createSharedEntries(openSharedMemoryCache(), 60_000)
    const slow = heldBack(old)
    const filling = shared.of(1, slow.read)
    await slow.begun
    await shared.endChange(await shared.beginChange())
    slow.letGo()
    await filling
    expect(await shared.of(1, async () => fresh)).toEqual(fresh)
  })

  test('5.6.8 nothing is kept or believed while a change is under way', async () => {
    const shared = createSharedEntries(openSharedMemoryCache(), 60_000)
    await shared.of(1, async () => old)
    const mark = await shared.beginChange()
    expect(await shared.of(1, async () => fresh)).toEqual(fresh)
    expect(await shared.of(1, async () => old)).toEqual(old)
    await shared.endChange(mark)
    expect(await shared.of(1, async () => fresh)).toEqual(fresh)
  })

  test('5.6.8 of two changes at once, the end of the first does not end the second', async () => {
    const shared = createSharedEntries(openSharedMemoryCache(), 60_000)
    const first = await shared.beginChange()
    const second = await shared.beginChange()
    await shared.endChange(first)
    await shared.of(1, async () => old)
    expect(await shared.of(1, async () => fresh)).toEqual(fresh)
    await shared.endChange(second)
    expect(await shared.of(1, async () => old)).toEqual(old)
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
        of: () => (reads.shift() ?? (async () => []))(),
        beginChange: async () => '',
        endChange: async () => {},
      },
      keepMs: 60_000,
      now: () => 0,
    })
    const filling = entries.of(1)
    await slow.begun
    await changes.tellEverywhere({ kind: 'rights-changed', userId: 1 })
    slow.letGo()
    expect(await filling).toEqual(old)
    expect(await entries.of(1)).toEqual(fresh)
    expect(await entries.of(1)).toEqual(fresh)
  })
})
