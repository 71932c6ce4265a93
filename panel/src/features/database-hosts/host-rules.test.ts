import { expect, test } from 'vitest'
import { decidePassword, isForNode } from './host-rules.ts'

const host = {
  ...({ kind: 'mysql', address: 'db.test', port: 3306, user: 'rookery' } as const),
  ...({ tls: 'unchecked', authorities: '' } as const),
}

test.each([
  ['nothing is different', {}, 'stored'],
  ['TLS is checked from now on', { tls: 'checked' }, 'stored'],
  ['TLS is off from now on', { tls: 'off' }, null],
  ['the address is another one', { address: 'db2.test' }, null],
  ['the port is another one', { port: 3307 }, null],
  ['the user is another one', { user: 'root' }, null],
  ['it is another product', { kind: 'postgres' }, null],
] as const)('a password that is left out, while %s', (_, changed, use) => {
  const decided = decidePassword({ ...host, ...changed }, undefined, host)
  expect(decided).toEqual(use ? { use } : { problem: expect.stringContaining('required anew') })
  expect(decidePassword({ ...host, ...changed }, 'given', host)).toEqual({ use: 'given' })
})

test('a new host needs one', () => {
  expect(decidePassword(host, undefined, null)).toHaveProperty('problem')
})

test('a host is for all nodes, or for those that are named', () => {
  expect([
    isForNode({ nodeIds: null }, 1),
    isForNode({ nodeIds: [2] }, 1),
    isForNode({ nodeIds: [1] }, 1),
  ]).toEqual([true, false, true])
})
