import { expect, test } from 'vitest'
import { expansionProblems, type SchemaShape, type TableShape } from './expanding-rules.ts'

const id = { type: 'integer', isNullable: false, hasDefault: true }
const text = { type: 'text', isNullable: false, hasDefault: false }
const users: TableShape = { columns: { id, login: text }, uniques: [['id']], references: [] }
const before: SchemaShape = { users }
const withColumns = (columns: TableShape['columns'], more: Partial<TableShape> = {}): SchemaShape => ({
  users: { ...users, columns: { ...users.columns, ...columns }, ...more },
})
const reference = (column: string, onDelete: string) => [{ column, target: 'users', onDelete }]

test('what is added and may be left out is an expansion', () => {
  const keys = {
    columns: { id, user_id: id },
    uniques: [['id']],
    references: reference('user_id', 'CASCADE'),
  }
  const email = { ...text, isNullable: true }
  const after = withColumns(
    { email, count: { ...id, hasDefault: true } },
    { uniques: [['id'], ['email']], references: reference('email', 'SET NULL') },
  )
  expect(expansionProblems(before, { ...after, keys })).toEqual([])
})

test.each<[string, SchemaShape]>([
  ['the table users is gone', {}],
  ['users.login is gone', { users: { ...users, columns: { id, name: text } } }],
  ['users.login was text and is integer', withColumns({ login: { ...text, type: 'integer' } })],
  ['users.id has lost its default', withColumns({ id: { ...id, hasDefault: false } })],
  ['users.name is new, must not be empty, and has no default', withColumns({ name: text })],
  ['users is newly unique by login', withColumns({}, { uniques: [['id'], ['login']] })],
  [
    'users is newly unique by rank',
    withColumns({ rank: { ...text, hasDefault: true } }, { uniques: [['id'], ['rank']] }),
  ],
  [
    'keys.user_id keeps rows of users from being deleted',
    { users, keys: { columns: { id }, uniques: [], references: reference('user_id', 'RESTRICT') } },
  ],
  ['users.login must newly be in users', withColumns({}, { references: reference('login', 'CASCADE') })],
])('%s', (problem, after) => {
  expect(expansionProblems(before, after)).toContain(problem)
})

test('a column that may be empty must stay so', () => {
  const nullable = withColumns({ email: { ...text, isNullable: true } })
  expect(expansionProblems(nullable, withColumns({ email: { ...text, hasDefault: true } }))).toEqual([
    'users.email must not be empty any more',
  ])
})
