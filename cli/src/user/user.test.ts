import { expect, test } from 'vitest'
import { oneLineOf } from '../read-password.ts'
import { userTable } from './user.ts'

test('a password on standard input is one line, with its own spaces and without the line end', () => {
  for (const end of ['', '\n', '\r\n']) expect(oneLineOf(` a pass word ${end}`)).toBe(' a pass word ')
  expect(() => oneLineOf('')).toThrow('standard input is empty')
  expect(() => oneLineOf('\n')).toThrow('standard input is empty')
  expect(() => oneLineOf('one\ntwo\n')).toThrow('several lines')
})

test('the list of people has columns, also with letters beyond the basic ones', () => {
  const person = { name: 'Ádám', email: '', isAdministrator: true, twoFactorEnabled: false }
  const table = userTable([
    { ...person, login: 'admin' },
    {
      ...person,
      login: 'a-long-login',
      email: 'a@b.example',
      isAdministrator: false,
      twoFactorEnabled: true,
    },
  ])
  expect(table.split('\n')).toEqual([
    'LOGIN         NAME  E-MAIL       ADMINISTRATOR  SECOND FACTOR',
    'admin         Ádám  -            yes            -',
    'a-long-login  Ádám  a@b.example  -              on',
  ])
})
