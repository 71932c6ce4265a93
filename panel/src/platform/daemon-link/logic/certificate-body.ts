// Lays out the part of an X.509 certificate that gets signed, for the four profiles of the link; and reads requests for one.

import {
  der,
  derBits,
  derObjectId,
  derPlain,
  derTime,
  derTrue,
  derWrapped,
  readDer,
  readSequence,
} from './der.ts'

const longestPem = 8_192
const pemPattern =
  /^-----BEGIN CERTIFICATE REQUEST-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE REQUEST-----\s*$/

export type CertificateProfile =
  | { kind: 'authority' }
  | { kind: 'panel'; dnsName: string }
  | { kind: 'node'; uri: string }
  | { kind: 'instance'; uri: string }

export interface CertificateContent {
  profile: CertificateProfile
  /** Positive, at most 20 bytes, no leading zero. */
  serial: Buffer
  issuer: string
  subject: string
  notBefore: Date
  notAfter: Date
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Buffer
  subjectKeyId: Buffer
  authorityKeyId: Buffer
}

const serverAuth = '1.3.6.1.5.5.7.3.1'
export const clientAuth = '1.3.6.1.5.5.7.3.2'

export const ecdsaWithSha256 = der('sequence', derObjectId('1.2.840.10045.4.3.2'))

const commonName = (text: string): Buffer =>
  der('sequence', der('set', der('sequence', derObjectId('2.5.4.3'), der('utf8String', Buffer.from(text)))))

function extension(objectId: string, critical: boolean, value: Buffer): Buffer {
  const flag = critical ? [derTrue()] : []
  return der('sequence', derObjectId(objectId), ...flag, der('octetString', value))
}

const authorityOnly = (): Buffer[] => [
  extension('2.5.29.19', true, der('sequence', derTrue(), der('integer', Uint8Array.of(0)))),
  // keyCertSign and cRLSign.
  extension('2.5.29.15', true, derBits(Uint8Array.of(0b0000_0110), 1)),
]

const endEntity = (purpose: string, alternativeName: Buffer): Buffer[] => [
  extension('2.5.29.19', true, der('sequence')),
  // digitalSignature.
  extension('2.5.29.15', true, derBits(Uint8Array.of(0b1000_0000), 7)),
  extension('2.5.29.37', true, der('sequence', derObjectId(purpose))),
  extension('2.5.29.17', false, der('sequence', alternativeName)),
]

function profileExtensions(profile: CertificateProfile): Buffer[] {
  switch (profile.kind) {
    case 'authority':
      return authorityOnly()
    case 'panel':
      return endEntity(serverAuth, derPlain(2, Buffer.from(profile.dnsName)))
    case 'node':
    case 'instance':
      return endEntity(clientAuth, derPlain(6, Buffer.from(profile.uri)))
  }
}

export function certificateBody(content: CertificateContent): Buffer {
  const extensions = [
    ...profileExtensions(content.profile),
    extension('2.5.29.14', false, der('octetString', content.subjectKeyId)),
    extension('2.5.29.35', false, der('sequence', derPlain(0, content.authorityKeyId))),
  ]
  return der(
    'sequence',
    derWrapped(0, der('integer', Uint8Array.of(2))),
    der('integer', content.serial),
    ecdsaWithSha256,
    commonName(content.issuer),
    der('sequence', derTime(content.notBefore), derTime(content.notAfter)),
    commonName(content.subject),
    content.publicKey,
    derWrapped(3, der('sequence', ...extensions)),
  )
}

export const signedCertificate = (body: Buffer, signature: Buffer): Buffer =>
  der('sequence', body, ecdsaWithSha256, derBits(signature))

/** Of all that a PKCS#10 certificate request says, only the public key is of interest. */
interface CertificateRequest {
  /** What the signature covers. */
  body: Buffer
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Buffer
  signature: Buffer
}

/** null for everything but one request in PEM that is signed with ECDSA and SHA-256. */
export function readCertificateRequest(pem: string): CertificateRequest | null {
  if (pem.length > longestPem) return null
  const base64 = pemPattern.exec(pem)?.[1]
  if (!base64) return null
  const outer = readDer(Buffer.from(base64, 'base64'))
  const [body, algorithm, signature, ...others] = readSequence(outer) ?? []
  if (!body || !algorithm || !signature || others.length > 0 || outer?.rest.length) return null
  if (!algorithm.whole.equals(ecdsaWithSha256) || signature.tag !== 0x03 || signature.content[0] !== 0)
    return null
  const [, , publicKey] = readSequence(body) ?? []
  if (!publicKey) return null
  return { body: body.whole, publicKey: publicKey.whole, signature: signature.content.subarray(1) }
}
