// What `rookery up` says is complete and short.

import { expect, test } from 'vitest'
import { firstRunText, gameServersGoOn } from './messages.ts'

test('the first-run text is a closed frame with login and password, and the three lines that open the panel', () => {
  const text = firstRunText({ login: 'admin', password: 'p4ss' }, '/d/config.env')
  const frame = text.split('\n').filter(line => /^[│┌└]/.test(line))
  expect(new Set(frame.map(line => line.length)).size).toBe(1)
  expect(text).toMatch(/login +admin/)
  expect(text).toMatch(/password +p4ss/)
  expect(text).toContain('/d/config.env')
  expect(text.match(/^ {2}[A-Z_]+=/gm)).toEqual(['  HTTP_HOST=', '  HTTP_BIND_IP=', '  TLS_CERT_FILE='])
})

test('a password that was set by hand is not repeated', () => {
  expect(firstRunText({ login: 'admin', password: null }, '/d/config.env')).toContain('ADMIN_PASSWORD')
})

test('game servers that go on are counted', () => {
  expect(gameServersGoOn(1)).toMatch(/^One game server goes on/)
  expect(gameServersGoOn(3)).toMatch(/^3 game servers go on/)
})
