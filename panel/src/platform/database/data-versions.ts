// Counters that tell caches whether what they keep is still true; raised in the transaction that makes the change.

import { type Kysely, sql } from 'kysely'
import { upsert } from './portable.ts'
import type { Schema } from './schema.ts'

/** 0 until the scope changes for the first time. */
export async function readDataVersion(db: Kysely<Schema>, scope: string): Promise<number> {
  const row = await db
    .selectFrom('data_versions')
    .select('version')
    .where('scope', '=', scope)
    .executeTakeFirst()
  return row?.version ?? 0
}

export async function raiseDataVersion(db: Kysely<Schema>, scope: string): Promise<void> {
  const next = sql<number>`data_versions.version + 1`
  await upsert(db, 'data_versions', { scope, version: 1 }, ['scope'], { version: next })
}
