// The certificate authority: what it issues is read back with OpenSSL, what it must refuse is tried.

import { createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../test-services/proof-size.ts'
import {
  CertificateRequestError,
  loadCertificateAuthority,
  type SecretStore,
} from './certificate-authority.ts'
import { ecdsaWithSha256, readCertificateRequest } from './logic/certificate-body.ts'
import { der, derBits } from './logic/der.ts'

function memoryStore(): SecretStore & { writes: number } {
  const secrets = new Map<string, string>()
  return {
    writes: 0,
    read: async name => secrets.get(name),
    async writeIfAbsent(name, value) {
      this.writes += 1
      if (!secrets.has(name)) secrets.set(name, value)
      return secrets.get(name) ?? ''
    },
  }
}

const options = { clock: Date.now, randomBytes }
const dayMs = 86_400_000

function requestFor(curve: string, signature?: Buffer): string {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const body = der('sequence', der('integer', Buffer.of(0)), der('sequence'), spki)
  const request = der(
    'sequence',
    body,
    ecdsaWithSha256,
    derBits(signature ?? sign('sha256', body, privateKey)),
  )
  return `-----BEGIN CERTIFICATE REQUEST-----\n${request.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`
}

test('5.9 two instances that start at once share one authority, and a later start loads it', async () => {
  const store = memoryStore()
  const [first, second] = await Promise.all([
    loadCertificateAuthority(store, options),
    loadCertificateAuthority(store, options),
  ])
  expect(store.writes).toBe(2)
  expect(second.caFingerprint).toBe(first.caFingerprint)
  expect((await loadCertificateAuthority(store, options)).caPem).toBe(first.caPem)
  expect(store.writes).toBe(2)
  const ca = new X509Certificate(first.caPem)
  expect(ca.ca).toBe(true)
  expect(ca.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(first.caFingerprint)
  const years = (ca.validToDate.getTime() - ca.validFromDate.getTime()) / (365.25 * dayMs)
  expect(years).toBeCloseTo(10, 1)
})

test('T-099 a node certificate is for clients, a year long, and names its node alone', async () => {
  const authority = await loadCertificateAuthority(memoryStore(), options)
  const issued = authority.issueNodeCertificate(42, requestFor('prime256v1'))
  const certificate = new X509Certificate(issued.certificatePem)
  const ca = new X509Certificate(authority.caPem)
  expect(certificate.checkIssued(ca) && certificate.verify(ca.publicKey)).toBe(true)
  expect(certificate.subject).toBe('CN=node-42')
  expect(certificate.subjectAltName).toBe('URI:urn:rookery:node:42')
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  expect(certificate.ca).toBe(false)
  expect(certificate.serialNumber).toBe(issued.certificateSerial)
  expect(certificate.validToDate.getTime() - Date.now()).toBeGreaterThan(364 * dayMs)
  expect(certificate.validToDate.getTime() - Date.now()).toBeLessThan(366 * dayMs)
})

test("the panel's certificate is for servers, and fits its key", async () => {
  const authority = await loadCertificateAuthority(memoryStore(), options)
  const own = authority.issuePanelCertificate()
  const certificate = new X509Certificate(own.certificatePem)
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
  expect(certificate.checkHost('panel.rookery.internal')).toBe('panel.rookery.internal')
  expect(certificate.checkPrivateKey(createPrivateKey(own.privateKeyPem))).toBe(true)
})

test('serial numbers are random, positive and never begin with a zero', async () => {
  const authority = await loadCertificateAuthority(memoryStore(), options)
  const request = requestFor('prime256v1')
  const serials = Array.from(
    { length: 50 },
    () => authority.issueNodeCertificate(1, request).certificateSerial,
  )
  expect(new Set(serials).size).toBe(50)
  for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/)
})

test('a request with another curve, a wrong signature or anything unreadable is refused', async () => {
  const authority = await loadCertificateAuthority(memoryStore(), options)
  const bad = [requestFor('secp384r1'), requestFor('prime256v1', Buffer.alloc(70)), '', authority.caPem]
  for (const pem of bad) expect(() => authority.issueNodeCertificate(1, pem)).toThrow(CertificateRequestError)
  const good = requestFor('prime256v1')
  const bytes = Buffer.from(good.split('\n')[1] ?? '', 'base64')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(position) ^ change, position)
      const pem = good.replace(bytes.toString('base64'), changed.toString('base64'))
      expect(() => authority.issueNodeCertificate(1, pem)).toThrow(CertificateRequestError)
    }),
    propertyRuns(300),
  )
})

test('any bytes at all are read as a request or refused, never thrown on', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      const base64 = Buffer.from(bytes).toString('base64')
      readCertificateRequest(
        `-----BEGIN CERTIFICATE REQUEST-----\n${base64}\n-----END CERTIFICATE REQUEST-----\n`,
      )
    }),
  )
})
