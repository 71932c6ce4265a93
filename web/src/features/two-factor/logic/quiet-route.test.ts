// Tests of where the reminder is shown.

import { expect, test } from 'vitest'
import { isQuietRoute } from './quiet-route.ts'

test('5.5.3 lists are calm; a game server, a form and the set-up itself are not', () => {
  for (const path of [
    '/',
    '/servers',
    '/nodes',
    '/tasks',
    '/people',
    '/profile',
    '/activity',
    '/templates',
  ]) {
    expect(isQuietRoute(path), path).toBe(true)
  }
  for (const path of [
    '/servers/1',
    '/servers/1/console',
    '/servers/new',
    '/profile/two-factor',
    '/templates/3',
  ]) {
    expect(isQuietRoute(path), path).toBe(false)
  }
})
