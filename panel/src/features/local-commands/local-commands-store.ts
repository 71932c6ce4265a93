// Commands given on the machine itself, in the database, until a running panel has taken them.

import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export interface StoredCommand {
  id: number
  userId: number
  auditLine: string
}

const batch = 100

export async function storeCommand(
  transaction: Transaction<Schema>,
  { userId, auditLine }: Omit<StoredCommand, 'id'>,
): Promise<void> {
  await transaction.insertInto('local_commands').values({ user_id: userId, audit_line: auditLine }).execute()
}

/** A bounded number, oldest first. */
export async function listCommands(db: Kysely<Schema>): Promise<StoredCommand[]> {
  const rows = await db.selectFrom('local_commands').selectAll().orderBy('id').limit(batch).execute()
  return rows.map(({ id, user_id: userId, audit_line: auditLine }) => ({ id, userId, auditLine }))
}

/**
 * Each is given to one instance alone: whoever comes second waits, and finds it gone. `write` is the last thing before
 * the row goes, so that a panel that dies meanwhile leaves it: a line may be written twice, and is never lost.
 */
export async function takeCommand(db: Kysely<Schema>, id: number, write: () => void): Promise<boolean> {
  return db.transaction().execute(async transaction => {
    const { numDeletedRows } = await transaction
      .deleteFrom('local_commands')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows !== 1n) return false
    write()
    return true
  })
}
