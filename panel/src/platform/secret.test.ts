// A secret shows itself only when asked by name.

import { format, inspect } from 'node:util'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createSecret, sealedSecret, unsealedSecret } from './secret.ts'

const secret = createSecret('correct horse')
const stored = [unsealedSecret('correct horse'), sealedSecret('enc1:x', () => 'correct horse')]

test('a secret gives its text to whoever reveals it', () => {
  expect(secret.reveal()).toBe('correct horse')
})

test.each([
  ['string', String(secret)],
  ['concatenation', 'a'.concat(String(secret), 'b')],
  ['JSON', JSON.stringify({ nested: [secret] })],
  ['inspect', inspect({ nested: { secret } }, { depth: 9, showHidden: true })],
  ['format', format('%s %o %j', secret, secret, secret)],
  ['spread', JSON.stringify({ ...secret })],
  ['a stored secret', [...stored.map(String), JSON.stringify(stored), inspect(stored, { depth: 9 })].join()],
  ['keys', Object.entries(secret).map(String).join()],
])('a secret does not show in %s', (_way, formatted) => {
  expect(formatted).not.toContain('horse')
})

test('a secret does not show in a log line', () => {
  const lines: string[] = []
  pino({ base: null }, { write: line => lines.push(line) }).info({ config: { secret } }, 'started')
  expect(lines.join()).toContain('[secret]')
  expect(lines.join()).not.toContain('horse')
})

test('5.9.4 a stored secret that its key does not open says so instead of giving something else', () => {
  const lost = sealedSecret('enc1:x', () => null)
  expect(lost.isReadable).toBe(false)
  expect(() => lost.reveal()).toThrow('ENCRYPTION_KEY is missing or is not the one that sealed it')
})

test('5.9.3 a stored secret is opened when somebody wants it, and once: a list of servers opens none', () => {
  let opened = 0
  const sealed = sealedSecret('enc1:x', () => `text ${++opened}`)
  expect([JSON.stringify(sealed), opened]).toEqual([JSON.stringify('[secret]'), 0])
  expect([sealed.isReadable, sealed.reveal(), sealed.reveal(), opened]).toEqual([true, 'text 1', 'text 1', 1])
})
