// The permission entries of users, remembered in this process for RBAC_CACHE_TTL and, where there is one, in the
// shared cache; and the one way to change rights, so that a change is true everywhere when it is answered.

import type { Kysely, Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import { raiseDataVersion } from '../../platform/database/data-versions.ts'
import { inTransaction } from '../../platform/database/portable.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { administratorIds, createReadEntries, hasAdministrator, readHeldEntries } from './access-store.ts'
import type { PermissionEntry } from './logic/decide.ts'
import { handedOut } from './logic/handed-out-rights.ts'
import type { SharedEntries } from './shared-entries.ts'

interface EntriesDeps {
  db: Kysely<Schema>
  changes: Changes
  /** Null with a cache of this process alone. */
  shared: SharedEntries | null
  keepMs: number
  now(): number
}

export type ChangeRights = <Result>(
  /** Whose rights are others afterwards. */
  whose: number | 'everybody' | 'nobody',
  /** Who asks for it: a service account hands out less than a person. */
  by: SignedInCaller | 'panel',
  work: (transaction: Transaction<Schema>) => Promise<Result>,
) => Promise<Result>

export interface Entries {
  of(userId: number): Promise<readonly PermissionEntry[]>
  changeRights: ChangeRights
}

const capacity = 10_000

export function createEntries({ db, changes, shared, keepMs, now }: EntriesDeps): Entries {
  const readEntries = createReadEntries(db)
  const cached = new LRUCache<number, { entries: PermissionEntry[]; untilMs: number }>({
    // Not `max`, which takes the room for all of them at once.
    maxSize: capacity,
    sizeCalculation: () => 1,
  })
  let version = 0
  changes.listen(change => {
    if (change.kind !== 'rights-changed') return
    version += 1
    if (change.userId === 'everybody') cached.clear()
    else cached.delete(change.userId)
  })

  return {
    async of(userId) {
      const known = cached.get(userId)
      if (known && now() < known.untilMs) return known.entries
      const versionBefore = version
      const fromDatabase = () => readEntries(userId)
      const { entries, livesMs } = shared
        ? await shared.of(userId, fromDatabase)
        : { entries: await fromDatabase(), livesMs: keepMs }
      // What was read before a change must not be kept after it.
      if (version === versionBefore) {
        // Never longer than the shared cache: CACHE_TTL_RBAC is how old anything may be (5.6.8).
        cached.set(userId, { entries, untilMs: now() + Math.min(keepMs, livesMs) })
      }
      return entries
    },
    async changeRights(whose, by, work) {
      const marks: string[] = []
      try {
        return await inTransaction(db, async transaction => {
          // Also a lock: of several changes at once, each sees what the one before it has left.
          await raiseDataVersion(transaction, 'rights')
          if (shared) marks.push(await shared.beginChange())
          const check = await checkHandedOut(transaction, by)
          const result = await work(transaction)
          await check()
          if (!(await hasAdministrator(transaction))) throw nobodyLeft()
          return result
        })
      } finally {
        for (const mark of marks) await shared?.endChange(mark)
        // Also after a failure: whether a lost connection has written the change is not known.
        if (whose !== 'nobody') await changes.publishEverywhere({ kind: 'rights-changed', userId: whose })
      }
    },
  }
}

/** Looks at rights now, and again when the change is done. */
async function checkHandedOut(transaction: Transaction<Schema>, by: SignedInCaller | 'panel') {
  if (by === 'panel' || by.kind !== 'service-account') return async () => {}
  const read = async () => ({
    own: await readHeldEntries(transaction, by.userId),
    administrators: await administratorIds(transaction),
  })
  const before = await read()
  return async () => {
    const message = handedOut(before, await read())
    if (message !== null) throw new PanelError('forbidden', { message, missing: { credential: 'session' } })
  }
}

function nobodyLeft(): PanelError {
  return new PanelError('conflict', {
    message: 'no one would be left who can manage users: make someone else an administrator first',
  })
}
