// The panel's own origin comes from its configuration alone.

import { expect, test } from 'vitest'
import { ownOrigin } from './build-config.ts'
import { readConfig } from './config.ts'

function originOf(environment: Record<string, string>, boundPort: number): string {
  const reading = readConfig({
    environment: { AUTH_SECRET: 'x', ...environment },
    fileText: null,
    workingDirectory: '/',
  })
  if ('problems' in reading) throw new Error(reading.problems.join())
  return ownOrigin(reading.config.http, boundPort)
}

test.each([
  [{}, 8025, 'http://localhost:8025'],
  [{ HTTP_HOST: 'panel.example' }, 8025, 'http://panel.example:8025'],
  [{ HTTP_HOST: 'panel.example' }, 80, 'http://panel.example'],
  [{ HTTP_HOST: 'panel.example', TLS_CERT_FILE: 'c' }, 443, 'https://panel.example'],
  [{ HTTP_HOST: 'panel.example', TLS_CERT_FILE: 'c' }, 8443, 'https://panel.example:8443'],
  [{ HTTP_HOST: 'panel.example', TLS_FORCE_HTTPS: 'true' }, 8025, 'https://panel.example'],
  [{ HTTP_HOST: 'panel.example:444', TLS_FORCE_HTTPS: 'true' }, 8025, 'https://panel.example:444'],
  [{ HTTP_HOST: '[2001:db8::1]' }, 8025, 'http://[2001:db8::1]:8025'],
])('C233 A25 %o on port %d is %s', (environment, port, expected) => {
  expect(originOf(environment, port)).toBe(expected)
})
