// A certificate that the panel signs itself: for the time until a directory has made out one that browsers accept.

import { createHash, randomBytes, sign, X509Certificate } from 'node:crypto'
import { certificateBody, signedCertificate } from '../daemon-link/logic/certificate-body.ts'
import { keyPem, newKeyPair } from './acme-files.ts'

const hourMs = 3_600_000
const lifeMs = 90 * 24 * hourMs

export function createSelfMadeCertificate(
  domain: string,
  nowMs: number,
): { keyPem: string; chainPem: string } {
  const { publicKey, privateKey } = newKeyPair()
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const keyId = createHash('sha256').update(spki).digest().subarray(0, 20)
  const serial = randomBytes(16)
  // Positive, and never a leading zero.
  serial.writeUInt8((serial.readUInt8(0) & 0x7f) | 0x40, 0)
  const body = certificateBody({
    profile: { kind: 'panel', dnsName: domain },
    serial,
    issuer: domain.slice(0, longestCommonName),
    subject: domain.slice(0, longestCommonName),
    notBefore: new Date(nowMs - hourMs),
    notAfter: new Date(nowMs + lifeMs),
    publicKey: spki,
    subjectKeyId: keyId,
    authorityKeyId: keyId,
  })
  const certificate = new X509Certificate(signedCertificate(body, sign('sha256', body, privateKey)))
  return { keyPem: keyPem(privateKey), chainPem: certificate.toString() }
}

/** Of X.509; browsers read the alternative name, which has no such limit. */
const longestCommonName = 64
