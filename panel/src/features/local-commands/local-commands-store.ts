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

/** A bounded number, oldest first, each given to one instance alone. */
export async function takeCommands(db: Kysely<Schema>): Promise<StoredCommand[]> {
  const rows = await db.selectFrom('local_commands').selectAll().orderBy('id').limit(batch).execute()
  const taken: StoredCommand[] = []
  for (const { id, user_id: userId, audit_line: auditLine } of rows) {
    const { numDeletedRows } = await db
      .deleteFrom('local_commands')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 1n) taken.push({ id, userId, auditLine })
  }
  return taken
}
