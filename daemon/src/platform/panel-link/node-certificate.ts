// The node's key pair, the PKCS#10 request that proves it, and its next certificate in time; the private key never
// leaves the node.

import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  X509Certificate,
} from 'node:crypto'
import type { NodeLinkClient, RenewAnswer } from '@rookery/contracts/daemon/generated/link.ts'
import { isRenewalDue } from './logic/renewal-time.ts'
import type { NodeIdentity } from './node-identity-files.ts'

/** A P-256 key in PEM. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
}

const sequence = 0x30
/** ecdsa-with-SHA256, DER. */
const signatureAlgorithm = Buffer.from('300a06082a8648ce3d040302', 'hex')

function element(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff]
  // Lengths from 128 to 255 have a form of their own in DER.
  if (length.length === 3 && length[1] === 0) length.splice(0, 2, 0x81)
  return Buffer.concat([Uint8Array.from([tag, ...length]), content])
}

/** The request names no subject: what a certificate says is the panel's to decide. */
export function certificateRequest(privateKey: KeyObject): string {
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const version = element(0x02, Uint8Array.of(0))
  const body = element(sequence, version, element(sequence), publicKey, element(0xa0))
  const signature = element(0x03, Uint8Array.of(0), sign('sha256', body, privateKey))
  const base64 = element(sequence, body, signatureAlgorithm, signature).toString('base64')
  const lines = base64.match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join('\n')
}

/** The next certificate, over the link, for the key that the node already has; null while the present one is young. */
export async function renewWhenDue(
  channel: NodeLinkClient,
  identity: NodeIdentity,
  nowMs: number,
): Promise<NodeIdentity | null> {
  const present = new X509Certificate(identity.certificatePem)
  const validity = { fromMs: present.validFromDate.getTime(), toMs: present.validToDate.getTime() }
  if (!isRenewalDue(validity, nowMs)) return null
  const privateKey = createPrivateKey(identity.privateKeyPem)
  const { certificatePem } = await new Promise<RenewAnswer>((resolve, reject) => {
    channel.renew({ certificateRequestPem: certificateRequest(privateKey) }, (error, answer) =>
      error ? reject(error) : resolve(answer),
    )
  })
  if (!new X509Certificate(certificatePem).checkPrivateKey(privateKey)) {
    throw new Error('the panel has answered with a certificate for another key')
  }
  return { ...identity, certificatePem }
}
