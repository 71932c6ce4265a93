import { expect, test } from 'vitest'
import { chooseHost, takesPlaceOf, usedAs, variablesFor } from './template-database-rules.ts'

const asked = {
  ...{ name: 'world', kinds: ['mysql' as const] },
  variables: { host: 'H', port: 'P', name: 'N', user: 'U', password: 'S' },
}
const template = { databases: [asked] }
const host: Parameters<typeof chooseHost>[1][number] = {
  id: 1,
  kind: 'mysql',
  maxDatabases: 2,
  nodeIds: null,
}
const none = new Map<number, number>()

test.each([
  ['it has room', [host], none, 1],
  ['it is full', [host], new Map([[1, 2]]), undefined],
  ['it is of another kind', [{ ...host, kind: 'postgres' as const }], none, undefined],
  ['it is for another node', [{ ...host, nodeIds: [8] }], none, undefined],
  ['it is for this node', [{ ...host, nodeIds: [7] }], none, 1],
  ['another has fewer', [host, { ...host, id: 2 }], new Map([[1, 1]]), 2],
])('a host is chosen where %s', (_, hosts, counts, id) => {
  expect(chooseHost(asked, hosts, counts, 7)?.id).toBe(id)
})

test('the variables hold how it is reached', () => {
  const connection = { kind: 'mysql' as const, host: 'db', port: 3306, name: 'n', user: 'u', password: 'p' }
  expect(variablesFor(asked, connection)).toEqual({ H: 'db', P: '3306', N: 'n', U: 'u', S: 'p' })
})

test('the game uses the database whose name its variable holds', () => {
  expect(usedAs(template, { N: 's1_a' }, 's1_a')).toBe(asked)
  expect(usedAs(template, { N: 's1_a' }, 's1_b')).toBeNull()
  expect(usedAs({}, { N: 's1_a' }, 's1_a')).toBeNull()
})

test.each([
  [{ label: ' World ', kind: 'mysql' as const }, [], true],
  [{ label: 'worlds', kind: 'mysql' as const }, [], false],
  [{ label: 'world', kind: 'postgres' as const }, [], false],
  [{ label: 'world', kind: 'mysql' as const }, ['s1_a'], false],
  [{ label: 'world', kind: 'mysql' as const }, ['s1_b'], true],
])('%j beside %j takes the place of the one of the template: %s', (made, present, takes) => {
  expect(takesPlaceOf(template, { N: 's1_a' }, made, present)).toBe(takes ? asked : null)
})
