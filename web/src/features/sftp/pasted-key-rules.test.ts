// Tests of what is recognized in a pasted key.

import { expect, test } from 'vitest'
import { commentOf, pastedKey } from './pasted-key-rules.ts'

const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGVtcHR5 mara@desk'

test('8.3 a private key never leaves the browser', () => {
  for (const kind of ['OPENSSH PRIVATE KEY', 'RSA PRIVATE KEY', 'PRIVATE KEY', 'EC PRIVATE KEY']) {
    expect(pastedKey(`-----BEGIN ${kind}-----\nb3BlbnNzaC1r\n-----END ${kind}-----`), kind).toBe('private')
  }
  expect(pastedKey('PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none')).toBe('private')
  expect(pastedKey(`${publicKey}\n-----BEGIN OPENSSH PRIVATE KEY-----`)).toBe('private')
  expect(pastedKey(publicKey)).toBe('public')
  expect(pastedKey('  \n')).toBe('empty')
})

test('8.3 the comment names the key', () => {
  expect(commentOf(`${publicKey}\n`)).toBe('mara@desk')
  expect(commentOf('ecdsa-sha2-nistp256 AAAA my old laptop')).toBe('my old laptop')
  expect(commentOf('ssh-ed25519 AAAA')).toBe('')
  expect(commentOf('from="10.0.0.1" ssh-rsa AAAA tower')).toBe('tower')
})
