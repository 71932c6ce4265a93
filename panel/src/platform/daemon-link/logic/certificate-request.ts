// Takes a PKCS#10 certificate request apart; of all it says, only the public key is of interest.

import { ecdsaWithSha256 } from './certificate-body.ts'
import { readDer, readSequence } from './der.ts'

export interface CertificateRequest {
  /** What the signature covers. */
  body: Buffer
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Buffer
  signature: Buffer
}

const longestPem = 8_192
const pemPattern =
  /^-----BEGIN CERTIFICATE REQUEST-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE REQUEST-----\s*$/

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
