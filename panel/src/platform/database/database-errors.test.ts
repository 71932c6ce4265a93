import { expect, test } from 'vitest'
import { isDiskFull, isOutage } from './database-errors.ts'

const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })
const fault = (fields: object) => Object.assign(new Error('x'), fields)

test.each([
  ['SQLITE_FULL', sqlite(13)],
  ['SQLITE_IOERR_WRITE, as a used-up quota shows', sqlite(778)],
  ['SQLITE_IOERR_FSYNC, as delayed allocation shows', sqlite(1034)],
  ['SQLITE_IOERR_SHMSIZE', sqlite(4874)],
  ['ENOSPC', fault({ code: 'ENOSPC', errno: -28 })],
  ['EDQUOT', fault({ code: 'EDQUOT', errno: -122 })],
  ['PostgreSQL 53100', fault({ code: '53100' })],
  ['MariaDB 1021', fault({ code: 'ER_DISK_FULL', errno: 1021 })],
  ['MariaDB 1114', fault({ code: 'ER_RECORD_FILE_FULL', errno: 1114 })],
  ['an error with such a cause', new Error('could not be stored', { cause: sqlite(13) })],
])('%s says that the disk is full', (_name, error) => {
  expect(isDiskFull(error)).toBe(true)
})

test.each([
  ['SQLITE_IOERR_READ: the disk fails, it is not full', sqlite(266)],
  ['SQLITE_IOERR_CORRUPTFS', sqlite(8458)],
  ['SQLITE_CORRUPT', sqlite(11)],
  ['SQLITE_BUSY', sqlite(5)],
  ['PostgreSQL 53200, out of memory', fault({ code: '53200' })],
])('%s', (_name, error) => {
  expect([isDiskFull(error), isOutage(error)]).toEqual([false, true])
})

test('nothing that is no error of a disk is taken for one', () => {
  const circular = new Error('x')
  circular.cause = circular
  for (const error of [null, undefined, 'ENOSPC', 13, new Error('ENOSPC'), circular]) {
    expect(isDiskFull(error)).toBe(false)
  }
})
