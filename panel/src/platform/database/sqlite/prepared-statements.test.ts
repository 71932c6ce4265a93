// Prepared statements: kept by text, bounded, right about rows and counts.

import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { PreparedStatements } from './prepared-statements.ts'

test('keeps at most its capacity and goes on working with what it forgot', () => {
  const statements = new PreparedStatements(new DatabaseSync(':memory:'), 10)
  for (let round = 0; round < 3; round++) {
    for (let number = 0; number < 50; number++) {
      expect(statements.run(`select ${number} as n`, []).rows).toEqual([{ n: number }])
      expect(statements.size).toBeLessThanOrEqual(10)
    }
  }
})

test('binds booleans, tells counts and ids, and sees a column added later', () => {
  const statements = new PreparedStatements(new DatabaseSync(':memory:'))
  statements.run('create table flags (id integer primary key, on_off)', [])
  expect(statements.run('insert into flags (on_off) values (?)', [true])).toMatchObject({
    insertId: 1n,
    numAffectedRows: 1n,
  })
  expect(statements.run('insert into flags (on_off) values (?) returning id', [false]).rows).toEqual([
    { id: 2 },
  ])
  expect(statements.run('select * from flags', []).rows).toEqual([
    { id: 1, on_off: 1 },
    { id: 2, on_off: 0 },
  ])
  statements.run('alter table flags add column more', [])
  expect(statements.run('select * from flags', []).rows[0]).toEqual({ id: 1, on_off: 1, more: null })
  expect(statements.run('update flags set more = ?', ['x']).numAffectedRows).toBe(2n)
})
