// Tests of how the programs of databases are told where to connect, and that they believe what the panel believes.

import { expect, test } from 'vitest'
import { readDatabaseUrl } from '../remote/database-url.ts'
import { connectionArguments, connectionVariables } from './connection-rules.ts'

const secret = 'p4ss'
const authorities = '/tmp/authorities.pem'
const mysql = (query = '') =>
  connectionArguments(
    'mysql',
    readDatabaseUrl('mysql', `mysql://rookery:${secret}@db.test:3307/panel${query}`),
    authorities,
  )
const postgres = (query = '') =>
  connectionVariables(
    'postgres',
    readDatabaseUrl('postgres', `postgres://rookery:${secret}@db.test/panel${query}`),
    authorities,
  )

test('without TLS in the address a client of MariaDB checks no certificate, and an older one takes the option too', () => {
  const args = mysql()
  expect(args).toEqual(expect.arrayContaining(['--host=db.test', '--port=3307', '--user=rookery']))
  expect(args).toContain('--loose-ssl-verify-server-cert=0')
  expect(args.join(' ')).not.toMatch(/--ssl|authorities/)
  expect(postgres()).toMatchObject({ PGSSLMODE: 'prefer' })
  expect(postgres()).not.toHaveProperty('PGSSLROOTCERT')
})

test.each(['?ssl=true', '?ssl=1', '?sslmode=require', '?sslmode=verify-full'])(
  'with %s the certificate is checked, as the panel itself does',
  query => {
    expect(mysql(query).slice(-3)).toEqual(['--ssl', '--ssl-verify-server-cert', `--ssl-ca=${authorities}`])
    expect(postgres(query)).toMatchObject({ PGSSLMODE: 'verify-full', PGSSLROOTCERT: authorities })
  },
)

test('with no-verify it is encrypted, and nothing is checked', () => {
  expect(mysql('?ssl=no-verify').slice(-2)).toEqual(['--ssl', '--loose-ssl-verify-server-cert=0'])
  expect(postgres('?sslmode=no-verify')).toMatchObject({ PGSSLMODE: 'require' })
  expect(postgres('?sslmode=no-verify')).not.toHaveProperty('PGSSLROOTCERT')
})

test('the password is in no argument', () => {
  expect(mysql().join(' ')).not.toContain(secret)
  const address = readDatabaseUrl('mysql', `mysql://rookery:${secret}@db.test/panel`)
  expect(connectionVariables('mysql', address, '')).toEqual({ MYSQL_PWD: secret })
})
