// Answers as bytes, kept as long as nothing that they were made of has changed.
//
// Three things decide such an answer: rows, facts that the change feed tells, and who asks. Rows are known by their
// version, in this process and, with several instances, by a tag in the shared cache that every change replaces before
// it is answered. Who asks is known by the very object that was read from the rights for this request: rights that have
// changed give another object, so nobody is ever shown what was written for other rights.

import { LRUCache } from 'lru-cache'
import type { OpenCache } from '../cache/cache.ts'
import type { Change, Changes } from '../changes.ts'
import type { VersionNow } from '../database/rows-by-version.ts'
import type { Schema } from '../database/schema.ts'
import type { ChangedTables } from '../database/versions/changed-tables.ts'
import type { TableVersions } from '../database/versions/table-versions.ts'

export interface CachedAnswersDeps {
  versions: TableVersions
  cache: OpenCache
  changes: Changes
  randomUuid(): string
  now(): number
}

interface Made {
  /** Tells it from other answers in the shared cache. */
  name: string
  /** The tables that it is made of. */
  of: readonly (keyof Schema)[]
  /** Whether a fact that stands in no table makes it another one. */
  isChangedBy?(change: Change): boolean
}

interface Cached<Answer> {
  version: string
  sinceMs: number
  answer: Answer
}

const retainedBytes = 16 * 1024 * 1024
/** An instance that could not be told of a change is wrong for no longer than this. */
export const cachedMs = 1_000
const tagMs = 24 * 3_600_000

export type CachedAnswers<Answer> = (
  /** The same object as long as the rights of whoever asks are the same. */
  rights: object,
  question: string,
  make: (versionNow: VersionNow) => Promise<Answer>,
) => Promise<Answer>

export function createCachedAnswers<Answer extends { json: Buffer }>(
  { versions, cache, changes, randomUuid, now }: CachedAnswersDeps,
  { name, of: tables, isChangedBy }: Made,
): CachedAnswers<Answer> {
  const cached = new LRUCache<string, Cached<Answer>>({
    maxSize: retainedBytes,
    sizeCalculation: ({ answer }) => answer.json.length + 500,
  })
  const scopes = new WeakMap<object, number>()
  const tags = cache.isShared ? sharedTag(cache, name, randomUuid) : null
  let facts = 0
  let lastScope = 0

  changes.listen(change => {
    if (change.kind === 'changes-missed' || isChangedBy?.(change)) facts += 1
  })
  if (tags) versions.listen(changed => (touches(changed) ? tags.replace() : undefined))

  function touches(changed: ChangedTables): boolean {
    return changed === 'all' || tables.some(table => changed.includes(table))
  }

  function scopeOf(rights: object): number {
    const known = scopes.get(rights) ?? ++lastScope
    scopes.set(rights, known)
    return known
  }

  const ownVersion = () => `${versions.of(tables)} ${facts}`

  /** As far as other instances go, of this moment. Null when it cannot be told whether they have changed something. */
  async function readVersion(): Promise<VersionNow> {
    if (!tags) return ownVersion
    const tag = await tags.read()
    return () => (tag === null ? null : `${ownVersion()} ${tag}`)
  }

  return async (rights, question, make) => {
    const versionNow = await readVersion()
    const version = versionNow()
    const key = `${scopeOf(rights)} ${question}`
    const known = version === null ? undefined : cached.get(key)
    const ageMs = known ? now() - known.sinceMs : 0
    if (known && known.version === version && ageMs >= 0 && ageMs < cachedMs) return known.answer
    const sinceMs = now()
    const answer = await make(versionNow)
    if (version !== null) cached.set(key, { version, sinceMs, answer })
    return answer
  }
}

/** A tag that is another one after every change on any instance. */
function sharedTag(shared: OpenCache, tagKey: string, random: () => string) {
  const cache = shared.namespace('table-versions')
  return {
    async read(): Promise<string | null> {
      try {
        const tag = await cache.get(tagKey)
        if (tag !== null) return tag
        await cache.setIfAbsent(tagKey, random(), tagMs)
        return await cache.get(tagKey)
      } catch {
        return null
      }
    },
    /** The change itself is done: a cache that is away must not make it look failed. */
    replace: () => cache.set(tagKey, random(), tagMs).catch(() => {}),
  }
}
