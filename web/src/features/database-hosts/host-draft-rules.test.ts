import { expect, test } from 'vitest'
import { databaseHosts } from '../../../pictures/fixtures/database-fixtures.ts'
import { bodyOf, draftOf, withKind } from './host-draft-rules.ts'

test.each(databaseHosts.map(host => [host.name, host] as const))(
  'what is stored of %s is sent as it is, without a password',
  (_, host) => {
    const { id: _id, databases: _databases, created_at: _created, ...stored } = host
    expect(bodyOf(draftOf(host))).toEqual(stored)
  },
)

test('another kind brings its usual port, unless somebody chose one', () => {
  const draft = draftOf(null)
  expect(withKind(draft, 'postgres').port).toBe(5432)
  expect(withKind({ ...draft, port: 3307 }, 'postgres').port).toBe(3307)
})

test('certificates go only with TLS that checks them', () => {
  const draft = { ...draftOf(null), authorities: 'PEM' }
  expect(bodyOf(draft).authorities).toBe('')
  expect(bodyOf({ ...draft, tls: 'checked' }).authorities).toBe('PEM')
})
