import { expect, test } from 'vitest'
import { findPluginRoute } from './find-plugin-route.ts'

const routes = [
  { method: 'GET', path: '/', access: 'public' },
  { method: 'GET', path: '/files/*', access: 'signed-in' },
  { method: 'GET', path: '/files/list', access: 'administrator' },
] as const

test.each([
  ['GET', '/', '/'],
  ['GET', '/files/list', '/files/list'],
  ['GET', '/files/list/', '/files/list'],
  ['GET', '/files/other', '/files/*'],
  ['GET', '/files', null],
  ['GET', '/files/../secret', null],
  ['POST', '/', null],
  ['GET', '/elsewhere', null],
  ['GET', '/Files/list', null],
])('5.12 %s %s is served by %s', (method, path, expected) => {
  expect(findPluginRoute([...routes], method, path)?.path ?? null).toBe(expected)
})
