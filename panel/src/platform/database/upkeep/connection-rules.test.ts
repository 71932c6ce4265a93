// Tests of how the programs of databases are told where to connect.

import { expect, test } from 'vitest'
import { readDatabaseUrl } from '../remote/database-url.ts'
import { connectionVariables, mysqlConnection } from './connection-rules.ts'

const secret = 'p4ss'
const mysql = (query = '') => readDatabaseUrl('mysql', `mysql://rookery:${secret}@db.test:3307/panel${query}`)
const postgres = (query = '') =>
  readDatabaseUrl('postgres', `postgres://rookery:${secret}@db.test/panel${query}`)

test('without TLS in the address a client of MariaDB checks no certificate, and an older one takes the option too', () => {
  const args = mysqlConnection(mysql())
  expect(args).toEqual(expect.arrayContaining(['--host=db.test', '--port=3307', '--user=rookery']))
  expect(args).toContain('--loose-ssl-verify-server-cert=0')
  expect(args).not.toContain('--ssl')
})

test('with TLS in the address it is asked for, and whoever checks certificates by itself does so', () => {
  const args = mysqlConnection(mysql('?ssl=true'))
  expect(args).toContain('--ssl')
  expect(args.join(' ')).not.toContain('verify')
  expect(connectionVariables('postgres', postgres('?sslmode=require'))).toMatchObject({
    PGSSLMODE: 'require',
  })
  expect(connectionVariables('postgres', postgres())).toMatchObject({ PGSSLMODE: 'prefer' })
})

test('the password is in no argument', () => {
  expect(mysqlConnection(mysql()).join(' ')).not.toContain(secret)
  expect(connectionVariables('mysql', mysql())).toEqual({ MYSQL_PWD: secret })
})
