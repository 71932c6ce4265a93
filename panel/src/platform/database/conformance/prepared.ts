// The part of the database conformance suite about queries that are compiled once, and rows that come as one text.

import { expect, test } from 'vitest'
import type { Database } from '../database.ts'
import { insertReturningId } from '../portable.ts'
import { prepareQuery, prepareShapes, type ValueAt } from '../prepared-queries.ts'
import { readRowText, rowText } from '../rows-as-text.ts'
import type { SuiteTools } from './database-suite.ts'
import { sampleUser } from './sample-rows.ts'

export function describePrepared({ openMigrated }: SuiteTools): void {
  const openWithPeople = async (...logins: string[]): Promise<Database> => {
    const database = await openMigrated()
    for (const login of logins) await insertReturningId(database.db, 'users', sampleUser(login))
    return database
  }

  test('a prepared query has the values of each run, and is built once', async () => {
    const { db } = await openWithPeople('ada', 'bob', 'cy')
    let built = 0
    const find = prepareQuery(db, (at: ValueAt<{ login: string; limit: number }>) => {
      built += 1
      const [login, limit] = [at(values => values.login), at(values => values.limit)]
      return db.selectFrom('users').select('login').where('login', '>=', login).orderBy('login').limit(limit)
    })
    expect(await find({ login: 'b', limit: 1 })).toEqual([{ login: 'bob' }])
    expect(await find({ login: 'a', limit: 9 })).toHaveLength(3)
    expect(await find({ login: 'b', limit: 9 })).toEqual([{ login: 'bob' }, { login: 'cy' }])
    expect(built).toBe(1)
  })

  test('a prepared query inside a transaction sees what only that has written', async () => {
    const { db } = await openWithPeople()
    const find = prepareQuery(db, (at: ValueAt<string>) =>
      db
        .selectFrom('users')
        .select('login')
        .where(
          'login',
          '=',
          at(login => login),
        ),
    )
    await db.transaction().execute(async transaction => {
      await insertReturningId(transaction, 'users', sampleUser('ada'))
      expect(await find('ada', transaction)).toEqual([{ login: 'ada' }])
      expect(await find('ada')).toEqual([])
    })
    expect(await find('ada')).toEqual([{ login: 'ada' }])
  })

  test('each shape of a prepared query has a text of its own', async () => {
    const { db } = await openWithPeople('ada', 'bob', 'cy')
    const among = prepareShapes(db, ({ logins }: { logins: number }, at: ValueAt<readonly string[]>) =>
      db
        .selectFrom('users')
        .select('login')
        .where(
          'login',
          'in',
          Array.from({ length: logins }, (_, index) => at(values => values[index] ?? '')),
        )
        .orderBy('login'),
    )
    const find = async (logins: string[]) =>
      (await among({ logins: logins.length }, logins)).map(one => one.login)
    for (const logins of [['ada'], ['bob', 'cy'], ['cy'], ['ada', 'nobody']]) {
      expect(await find(logins)).toEqual(logins.filter(login => login !== 'nobody'))
    }
  })

  test('a row as one text holds what its columns hold, whatever that is', async () => {
    const { db } = await openWithPeople()
    const name = 'Zoë "☃" \\ \n\t\u0001\u2028 😀 [1,2]'
    const createdAt = 2 ** 53 - 1
    const metadata = '{"a":["b"]}'
    const row = { ...sampleUser('ada'), name, metadata, email: null, created_at: createdAt }
    const id = await insertReturningId(db, 'users', row)
    const columns = {
      id: 'users.id',
      name: 'users.name',
      email: 'users.email',
      metadata: 'users.metadata',
      createdAt: 'users.created_at',
    }
    const read = db.selectFrom('users').select(rowText(db, columns).as('text'))
    const { text } = await read.executeTakeFirstOrThrow()
    expect(readRowText(columns, text)).toEqual({ id, name, email: null, metadata, createdAt })
    expect(await read.executeTakeFirstOrThrow()).toEqual({ text })
  })
}
