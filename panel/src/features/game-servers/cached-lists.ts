// Lists of game servers as bytes, kept as long as nothing that they were made of has changed.
//
// Four things decide such a list: the rows, which nodes are online, what is planned, and who asks. Rows are known by their version, in
// this process and, with several instances, by a word in the shared cache that every change replaces before it is
// answered. Who asks is known by the very object that was read from the rights for this request: rights that have
// changed give another object, so nobody is ever shown what was written for other rights.

import { LRUCache } from 'lru-cache'
import type { OpenCache } from '../../platform/cache/cache.ts'
import type { Changes } from '../../platform/changes.ts'
import type { ChangedTables } from '../../platform/database/versions/changed-tables.ts'
import type { TableVersions } from '../../platform/database/versions/table-versions.ts'
import type { WrittenPage } from '../../platform/http/route.ts'
import type { VisibleGameServers } from '../access/logic/visible-objects.ts'

interface CachedListsDeps {
  versions: TableVersions
  cache: OpenCache
  changes: Changes
  random(): string
  now(): number
}

interface CachedList {
  version: string
  sinceMs: number
  page: WrittenPage
}

const tables = ['game_servers', 'templates', 'nodes'] as const
const retainedBytes = 16 * 1024 * 1024
/** An instance that could not be told of a change is wrong for no longer than this. */
const cachedMs = 1_000
const wordMs = 24 * 3_600_000
const wordKey = 'game-servers'

export type CachedLists = ReturnType<typeof createCachedLists>

export function createCachedLists({ versions, cache, changes, random, now }: CachedListsDeps) {
  const cached = new LRUCache<string, CachedList>({
    maxSize: retainedBytes,
    sizeCalculation: ({ page }) => page.json.length + 500,
  })
  const scopes = new WeakMap<VisibleGameServers, number>()
  const words = cache.isShared ? sharedWord(cache, random) : null
  let presence = 0
  let lastScope = 0

  changes.listen(change => {
    const isPlan = change.kind === 'task' && (change.taskKind === 'stop' || change.taskKind === 'restart')
    if (change.kind === 'node-presence' || change.kind === 'changes-missed' || isPlan) presence += 1
  })
  if (words) versions.listen(changed => (touches(changed) ? words.replace() : undefined))

  function scopeOf(visible: VisibleGameServers): number {
    const known = scopes.get(visible) ?? ++lastScope
    scopes.set(visible, known)
    return known
  }

  /** Null when it cannot be told whether another instance has changed something. */
  async function versionNow(): Promise<string | null> {
    const own = () => `${versions.of(tables)} ${presence}`
    if (!words) return own()
    const word = await words.read()
    return word === null ? null : `${own()} ${word}`
  }

  return async function readList(
    visible: VisibleGameServers,
    question: string,
    make: () => Promise<WrittenPage>,
  ): Promise<WrittenPage> {
    const version = await versionNow()
    const key = `${scopeOf(visible)} ${question}`
    const known = version === null ? undefined : cached.get(key)
    const ageMs = known ? now() - known.sinceMs : 0
    if (known && known.version === version && ageMs >= 0 && ageMs < cachedMs) return known.page
    const sinceMs = now()
    const page = await make()
    if (version !== null) cached.set(key, { version, sinceMs, page })
    return page
  }
}

function touches(changed: ChangedTables): boolean {
  return changed === 'all' || tables.some(table => changed.includes(table))
}

/** A word that is another one after every change on any instance. */
function sharedWord(shared: OpenCache, random: () => string) {
  const cache = shared.namespace('table-versions')
  return {
    async read(): Promise<string | null> {
      try {
        const word = await cache.get(wordKey)
        if (word !== null) return word
        await cache.setIfAbsent(wordKey, random(), wordMs)
        return await cache.get(wordKey)
      } catch {
        return null
      }
    },
    /** The change itself is done: a cache that is away must not make it look failed. */
    replace: () => cache.set(wordKey, random(), wordMs).catch(() => {}),
  }
}
