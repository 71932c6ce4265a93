// The text of the enrollment key.

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createEnrollmentKey,
  enrollmentCommand,
  hashEnrollmentSecret,
  parseEnrollmentKey,
  readKeyLine,
} from './enrollment-key.ts'

const fingerprint = 'ab'.repeat(32)

test('a key gives back its secret and fingerprint, also with underscores in the secret', () => {
  for (const secret of [randomBytes(32), Buffer.alloc(32, 0xff), Buffer.alloc(32)]) {
    const key = parseEnrollmentKey(` ${createEnrollmentKey(secret, fingerprint)}\n`)
    expect(key).toEqual({ secret: secret.toString('base64url'), caFingerprint: fingerprint })
  }
})

test('what is cut short, changed in kind or too long is no key', () => {
  const key = createEnrollmentKey(randomBytes(32), fingerprint)
  for (const text of [
    '',
    'rk1_',
    key.slice(0, -1),
    `${key}0`,
    key.replace('rk1', 'rk2'),
    key.toUpperCase(),
  ]) {
    expect(parseEnrollmentKey(text)).toBeNull()
  }
  expect(() => createEnrollmentKey(randomBytes(31), fingerprint)).toThrow(RangeError)
})

test('5.9 the panel keeps the SHA-256 of the secret', () => {
  expect(hashEnrollmentSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a key is read from a line of its own, as a variable, quoted, or after other lines', () => {
  const key = createEnrollmentKey(randomBytes(32), fingerprint)
  for (const text of [
    key,
    `${key}\n`,
    `  ${key}\r\n`,
    `ROOKERY_KEY=${key}\n`,
    `export ROOKERY_KEY='${key}'`,
    `ROOKERY_KEY="${key}"`,
    `# the key\n\nROOKERY_KEY=${key}\n`,
  ]) {
    expect(readKeyLine(text)).toBe(key)
  }
  for (const text of ['', '\n', 'ROOKERY_KEY=', `OTHER=${key}`, `${key}x`, key.slice(1)]) {
    expect(readKeyLine(text)).toBeNull()
  }
})

test('the command gives the key to a program of the shell itself', () => {
  expect(enrollmentCommand('https://panel.example', 'rk1_x')).toBe(
    "echo 'ROOKERY_KEY=rk1_x' | rookery node enroll https://panel.example",
  )
})
