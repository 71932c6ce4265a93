// Permission entries in the shared cache (5.6.8), so that an instance need not ask the database for each of them.
//
// What is kept carries the version under which it was read, and counts only while that version is the current one:
// something old that is written late is never believed. While a change of rights is under way there is no version, so
// nobody reads or writes what is kept; if the one who makes the change dies, its mark runs out and a new version begins.

import { randomUUID } from 'node:crypto'
import type { ObjectType, Permission } from '@rookery/contracts/game-server-permissions.ts'
import { parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import { CacheUnavailableError, type OpenCache } from '../../platform/cache/cache.ts'
import type { PermissionEntry } from './logic/decide.ts'

export interface SharedEntries {
  /** What is kept for the user, or else what `read` finds in the database; and for how long that may be believed. */
  of(
    userId: number,
    read: () => Promise<PermissionEntry[]>,
  ): Promise<{ entries: PermissionEntry[]; livesMs: number }>
  /** Before a change is written; fails when the cache is away, so that no right is changed that others would not see. */
  beginChange(): Promise<string>
  /** After it was written or given up. */
  endChange(mark: string): Promise<void>
}

/** Permissions and objects of any version: a decision passes over what it does not know. */
const someName = <Name extends string>() => z.custom<Name>(value => typeof value === 'string')
const cachedShape = z.object({
  version: z.string(),
  entries: z.array(
    z.object({
      permission: someName<Permission>(),
      effect: z.enum(['allow', 'deny']),
      objectType: someName<ObjectType | ''>(),
      objectId: z.int(),
      isOwnership: z.literal(true).optional(),
      isSuspension: z.literal(true).optional(),
    }) satisfies z.ZodType<PermissionEntry>,
  ),
  /** By the clock of the instance that read it; an earlier version of the panel has not written it. */
  readAtMs: z.number().optional(),
})
type Cached = z.output<typeof cachedShape>

/** Not as earlier versions named it: what they keep lacks what follows from owning, or from suspensions. */
const entriesKey = (userId: number) => `held-${userId}`
const changeMark = 'changing '
const changeLimitMs = 60_000
const versionTtlMs = 30 * 24 * 60 * 60 * 1000

export function createSharedEntries(openCache: OpenCache, ttlMs: number, now: () => number): SharedEntries {
  const cache = openCache.namespace('access')

  async function currentVersion(): Promise<string | null> {
    const known = await cache.get('version')
    if (known !== null) return known.startsWith(changeMark) ? null : known
    await cache.setIfAbsent('version', randomUUID(), versionTtlMs)
    const begun = await cache.get('version')
    return begun === null || begun.startsWith(changeMark) ? null : begun
  }

  async function find(userId: number): Promise<Partial<Cached> | { version: null; entries?: undefined }> {
    const version = await currentVersion()
    if (version === null) return { version }
    const text = await cache.get(entriesKey(userId))
    // What cannot be read is read from the database.
    const cached = text === null ? null : parseJsonOrNull(cachedShape, text)
    return cached?.version === version ? cached : { version }
  }

  /** An instance whose clock is ahead must not make it live longer. */
  const livesMs = (readAtMs: number) => Math.max(0, Math.min(readAtMs, now()) + ttlMs - now())

  return {
    async of(userId, read) {
      const found = await unlessAway(() => find(userId), { version: null })
      if (found.entries) return { entries: found.entries, livesMs: livesMs(found.readAtMs ?? now()) }
      const readAtMs = now()
      const entries = await read()
      if (found.version != null) {
        const cached: Cached = { version: found.version, entries, readAtMs }
        await unlessAway(() => cache.set(entriesKey(userId), JSON.stringify(cached), ttlMs), undefined)
      }
      return { entries, livesMs: livesMs(readAtMs) }
    },
    async beginChange() {
      const mark = `${changeMark}${randomUUID()}`
      await cache.set('version', mark, changeLimitMs)
      return mark
    },
    async endChange(mark) {
      // Somebody else's mark stays: that change is still under way.
      await unlessAway(() => cache.compareAndSet('version', mark, randomUUID(), versionTtlMs), false)
    },
  }
}

/** Rights can be read without the cache; only changing them needs it. */
async function unlessAway<Result>(work: () => Promise<Result>, otherwise: Result): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CacheUnavailableError) return otherwise
    throw error
  }
}
