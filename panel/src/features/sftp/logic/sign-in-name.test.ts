import { expect, test } from 'vitest'
import { readSignInName, writeSignInName } from './sign-in-name.ts'

test.each([
  ['admin.7', { login: 'admin', gameServerId: 7 }],
  ['a.b.c.12', { login: 'a.b.c', gameServerId: 12 }],
  ['a@b.example.3', { login: 'a@b.example', gameServerId: 3 }],
])('L12 %s is a person and a game server', (username, name) => {
  expect(readSignInName(username)).toEqual(name)
  expect(writeSignInName(name)).toBe(username)
})

test.each(['', 'admin', '.7', 'admin.', 'admin.07', 'admin.-1', 'admin.7x', 'admin.2147483648', 'root'])(
  'L12 %j is nobody',
  username => {
    expect(readSignInName(username)).toBeNull()
  },
)
