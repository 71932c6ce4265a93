// Origins of web pages that open a channel, against the host they have called.

import { describe, expect, test } from 'vitest'
import { isAllowedOrigin } from './allowed-origin.ts'

const listed = ['https://panel.example', 'https://tools.example:8443']

describe('4.4 the origin of a channel', () => {
  test.each([
    ['http://127.0.0.1:8025', '127.0.0.1:8025'],
    ['http://192.168.1.20:8025', '192.168.1.20:8025'],
    ['http://[::1]:8025', '[::1]:8025'],
    ['http://localhost:5173', 'localhost:5173'],
    ['https://games.example', 'games.example'],
    ['https://games.example', 'games.example:443'],
    ['http://games.example', 'games.example:80'],
    ['https://games.example:8443', 'games.example:8443'],
    ['https://games.example', 'GAMES.example'],
    ['https://panel.example', '127.0.0.1:8025'],
    ['https://tools.example:8443', 'games.example'],
  ])('%s may where %s was called', (origin, host) => {
    expect(isAllowedOrigin({ origin, host }, listed)).toBe(true)
  })

  test.each([
    ['https://evil.example', 'games.example'],
    ['https://games.example.evil.example', 'games.example'],
    ['https://evil.example', 'evil.example@games.example'],
    ['https://games.example:8443', 'games.example'],
    ['http://127.0.0.1:9000', '127.0.0.1:8025'],
    ['http://localhost:8025', '127.0.0.1:8025'],
    ['https://tools.example', 'games.example'],
    ['http://panel.example', '127.0.0.1:8025'],
    ['null', 'games.example'],
    ['null', 'null'],
    ['', 'games.example'],
    ['https://games.example, https://evil.example', 'games.example'],
    ['https://games.example/', 'games.example'],
    ['chrome-extension://games.example', 'games.example'],
    ['file://', 'games.example'],
    ['https://games.example', undefined],
  ])('%s may not where %s was called', (origin, host) => {
    expect(isAllowedOrigin({ origin, host }, listed)).toBe(false)
  })

  test('a program sends no origin', () => {
    expect(isAllowedOrigin({ origin: undefined, host: 'games.example' }, [])).toBe(true)
  })
})
