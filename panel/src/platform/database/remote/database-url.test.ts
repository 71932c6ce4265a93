// DATABASE_URL: what it may look like, and errors that never show the password.

import { expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { postgresUrl, readDatabaseUrl } from './database-url.ts'

const secret = 'hunter2-hunter2'

test('reads both forms, with the default ports and %-encoded parts', () => {
  expect(readDatabaseUrl('postgres', 'postgresql://me:p%40ss@db.example/panel')).toEqual({
    ...{ host: 'db.example', port: 5432, user: 'me', password: 'p@ss', database: 'panel' },
    ...{ tls: 'off', authoritiesFile: null },
  })
  expect(readDatabaseUrl('mysql', 'mysql://me@[::1]:3307/panel?ssl=true')).toEqual({
    ...{ host: '::1', port: 3307, user: 'me', password: '', database: 'panel' },
    ...{ tls: 'checked', authoritiesFile: null },
  })
})

test.each([
  ['', 'off', null],
  ['?ssl=false', 'off', null],
  ['?sslmode=disable', 'off', null],
  ['?ssl=true', 'checked', 'verify-full'],
  ['?sslmode=require', 'checked', 'verify-full'],
  ['?ssl=no-verify', 'unchecked', 'no-verify'],
  ['?sslrootcert=/ca.pem', 'checked', 'verify-full'],
  ['?sslmode=disable&sslrootcert=/ca.pem', 'off', null],
] as const)(
  'an address with %j asks for TLS that is %s, and the driver of PostgreSQL is told so',
  (query, tls, mode) => {
    const url = `postgres://me:p%40ss@db.example/panel${query}`
    const address = readDatabaseUrl('postgres', url)
    expect(address).toMatchObject({
      ...{ tls, authoritiesFile: query.includes('sslrootcert') ? '/ca.pem' : null },
    })
    expect(readDatabaseUrl('mysql', url.replace('postgres:', 'mysql:')).tls).toBe(tls)
    const told = new URL(postgresUrl(url, address))
    expect([told.password, told.pathname, told.searchParams.get('sslmode')]).toEqual([
      'p%40ss',
      '/panel',
      mode,
    ])
    expect(told.searchParams.has('ssl')).toBe(false)
    expect(told.searchParams.has('sslrootcert')).toBe(mode !== null && query.includes('sslrootcert'))
  },
)

test.each([
  ['postgres', undefined, /is not set; with DATABASE_DRIVER=postgres it looks like postgres:/],
  ['postgres', '', /is not set/],
  ['postgres', `postgres://me:${secret}/x@host:port/panel`, /cannot be read/],
  ['postgres', `mysql://me:${secret}@host/panel`, /begins with mysql:\/\/ where postgres:\/\//],
  ['mysql', `postgres://me:${secret}@host/panel`, /begins with postgres:\/\/ where mysql:\/\//],
  ['mysql', `mysql://me:${secret}@host/`, /names no database/],
  ['mysql', `mysql://me:${secret}%ff@host/panel`, /password in a broken/],
] as const)('%s %s is refused with a reason, without the password', async (driver, url, sentence) => {
  const error = await openDatabase({ driver, url }, { info: () => {}, warn: () => {} }).catch(
    (e: unknown) => e,
  )
  expect(String(error)).toMatch(sentence)
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error)).not.toContain(secret)
})

test.each([
  ['postgres', `postgres://me:${secret}@127.0.0.1:1/panel`],
  ['mysql', `mysql://me:${secret}@127.0.0.1:1/panel`],
] as const)('%s that does not listen gives a sentence at once', async (driver, url) => {
  const opening = openDatabase({ driver, url }, { info: () => {}, warn: () => {} })
  await expect(opening).rejects.toThrow(/at 127\.0\.0\.1:1 does not listen: start it or check DATABASE_URL/)
  await expect(opening).rejects.not.toThrow(secret)
})
