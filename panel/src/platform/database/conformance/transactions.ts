// The part of the database conformance suite about transactions and callers at the same time.

import { expect, test } from 'vitest'
import { raiseDataVersion, readDataVersion } from '../data-versions.ts'
import { insertIfAbsent, insertReturningId, inTransaction, lockRows, upsert } from '../portable.ts'
import type { SuiteTools } from './database-suite.ts'
import { sampleUser } from './sample-rows.ts'

const twenty = Array.from({ length: 20 }, (_, index) => index)

export function describeTransactions({ openMigrated, openAgain }: SuiteTools): void {
  test('T-049 a transaction that fails leaves nothing, and nobody saw it meanwhile', async () => {
    const { db } = await openMigrated()
    const failed = db.transaction().execute(async transaction => {
      await insertReturningId(transaction, 'users', sampleUser('ada'))
      await raiseDataVersion(transaction, 'rbac')
      expect(await transaction.selectFrom('users').select('login').execute()).toEqual([{ login: 'ada' }])
      expect(await db.selectFrom('users').select('login').execute()).toEqual([])
      expect(await readDataVersion(db, 'rbac')).toBe(0)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await db.selectFrom('users').select('login').execute()).toEqual([])
    expect(await readDataVersion(db, 'rbac')).toBe(0)
  })

  test('a part of a transaction can be taken back', async () => {
    const { db } = await openMigrated()
    const transaction = await db.startTransaction().execute()
    await raiseDataVersion(transaction, 'kept')
    const part = await transaction.savepoint('part').execute()
    await raiseDataVersion(part, 'dropped')
    await part.rollbackToSavepoint('part').execute()
    await transaction.commit().execute()
    expect([await readDataVersion(db, 'kept'), await readDataVersion(db, 'dropped')]).toEqual([1, 0])
  })

  test('T-051 20 transactions at once that read, think and write one row: none is lost', async () => {
    const database = await openMigrated()
    const other = await openAgain()
    await upsert(database.db, 'data_versions', { scope: 's', version: 0 }, ['scope'], { version: 0 })
    await Promise.all(
      twenty.map(index =>
        inTransaction(index % 2 === 0 ? database.db : other.db, async transaction => {
          const query = transaction.selectFrom('data_versions').select('version').where('scope', '=', 's')
          const { version } = await lockRows(transaction, query).executeTakeFirstOrThrow()
          await new Promise(resolve => setTimeout(resolve, 2))
          await transaction
            .updateTable('data_versions')
            .set({ version: version + 1 })
            .where('scope', '=', 's')
            .execute()
        }),
      ),
    )
    expect(await readDataVersion(database.db, 's')).toBe(20)
  })

  test('20 raises of a version at once, from none, count to 20', async () => {
    const { db } = await openMigrated()
    await Promise.all(
      twenty.map(() => inTransaction(db, transaction => raiseDataVersion(transaction, 'list'))),
    )
    expect(await readDataVersion(db, 'list')).toBe(20)
  })

  test('20 callers at once insert if absent: one row, and one of them knows that it made it', async () => {
    const database = await openMigrated()
    const other = await openAgain()
    const made = await Promise.all(
      twenty.map(index =>
        insertIfAbsent(index % 2 === 0 ? database.db : other.db, 'panel_secrets', {
          name: 'certificate-authority',
          value: `key ${index}`,
        }),
      ),
    )
    expect(made.filter(Boolean).length).toBe(1)
    expect(await database.db.selectFrom('panel_secrets').select('value').execute()).toEqual([
      { value: `key ${made.indexOf(true)}` },
    ])
  })

  test('insert if absent does not end the transaction around it', async () => {
    const { db } = await openMigrated()
    await db.transaction().execute(async transaction => {
      expect(await insertIfAbsent(transaction, 'panel_secrets', { name: 'a', value: '1' })).toBe(true)
      expect(await insertIfAbsent(transaction, 'panel_secrets', { name: 'a', value: '2' })).toBe(false)
      await insertIfAbsent(transaction, 'panel_secrets', { name: 'b', value: '3' })
    })
    const rows = await db.selectFrom('panel_secrets').selectAll().orderBy('name').execute()
    expect(rows).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: '3' },
    ])
  })

  test('an update tells how many rows matched, also when it changed nothing', async () => {
    const { db } = await openMigrated()
    await insertReturningId(db, 'users', sampleUser('ada'))
    const update = (name: string) =>
      db.updateTable('users').set({ name: 'Ada' }).where('login_key', '=', name).executeTakeFirst()
    expect((await update('ada')).numUpdatedRows).toBe(1n)
    expect((await update('bob')).numUpdatedRows).toBe(0n)
  })
}
