import { generateKeyPairSync } from 'node:crypto'
import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fingerprintOfLine, readPublicKey } from './public-key.ts'

const field = (bytes: Buffer | string) => {
  const content = Buffer.from(bytes)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}
const lineOf = (type: string, ...fields: (Buffer | string)[]) =>
  `${type} ${Buffer.concat([field(type), ...fields.map(field)]).toString('base64')}`

function rsaLine(bits: number): string {
  const { n = '', e = '' } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({
    format: 'jwk',
  })
  const modulus = Buffer.concat([Buffer.of(0), Buffer.from(n, 'base64url')])
  return lineOf('ssh-rsa', Buffer.from(e, 'base64url'), modulus)
}
const ed25519 = lineOf('ssh-ed25519', Buffer.alloc(32, 7))
const problemOf = (text: string) => (readPublicKey(text) as { problem?: string }).problem

describe('L12 public keys as people paste them', () => {
  test('each known kind is read, and its comment is apart', () => {
    const known = [
      ed25519,
      rsaLine(2_048),
      lineOf('ecdsa-sha2-nistp256', 'nistp256', Buffer.alloc(65, 4)),
      lineOf('ecdsa-sha2-nistp384', 'nistp384', Buffer.alloc(97, 4)),
      lineOf('ecdsa-sha2-nistp521', 'nistp521', Buffer.alloc(133, 4)),
    ]
    for (const line of known) {
      expect(readPublicKey(`  ${line} me at home\n`)).toEqual({
        type: line.split(' ')[0],
        line,
        comment: 'me at home',
        fingerprint: fingerprintOfLine(line),
      })
    }
  })

  test('the fingerprint is the one that ssh-keygen prints', () => {
    const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
    expect(readPublicKey(line)).toMatchObject({
      fingerprint: 'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
    })
  })

  test.each([
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END', /private key/],
    ['a key file of PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519', /private key/],
    ['the form of other programs', '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA', /one-line form/],
    ['DSA', lineOf('ssh-dss', 'p'), /DSA/],
    ['a key of a device', lineOf('sk-ssh-ed25519@openssh.com', 'p'), /security devices/],
    ['a certificate', lineOf('ssh-ed25519-cert-v01@openssh.com', 'p'), /certificate/],
    ['options', `from="10.0.0.1" ${ed25519}`, /options/],
    ['two keys', `${ed25519}\n${ed25519}`, /one key at a time/],
    ['nothing', '  ', /required/],
    ['words', 'my key', /must begin with/],
    ['a short RSA key', rsaLine(1_024), /1024 bits/],
    ['a key that was cut', ed25519.slice(0, -4), /damaged/],
    ['a key with something behind it', lineOf('ssh-ed25519', Buffer.alloc(32), 'more'), /damaged/],
    ['another kind inside', ed25519.replace('ssh-ed25519', 'ssh-rsa'), /damaged/],
    ['a point of another curve', lineOf('ecdsa-sha2-nistp256', 'nistp384', Buffer.alloc(65, 4)), /damaged/],
    ['what is not base64', `ssh-ed25519 ${'*'.repeat(68)}`, /damaged/],
  ])('%s is refused with a reason', (_what, text, message) => {
    expect(problemOf(text)).toMatch(message)
  })

  test('no text makes it fail', () => {
    assert(property(string({ unit: 'binary' }), text => void readPublicKey(`ssh-rsa ${text}`)))
    assert(property(string({ unit: 'binary' }), text => void readPublicKey(text)))
  })
})
