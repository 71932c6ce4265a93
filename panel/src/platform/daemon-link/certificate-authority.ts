// The panel's own certificate authority: made once, kept in the secret store, trusted by nobody but its nodes.

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto'
import { panelCertificateName } from '@rookery/contracts/daemon/protocol-version.ts'
import * as z from 'zod'
import {
  type CertificateProfile,
  certificateBody,
  readCertificateRequest,
  signedCertificate,
} from './logic/certificate-body.ts'
import { instanceUri, nodeUri } from './logic/node-identity.ts'

/** Where secrets live that all instances of the panel share. */
export interface SecretStore {
  read(name: string): Promise<string | undefined>
  /** Stores the value unless there is one already; answers what is stored afterwards. */
  writeIfAbsent(name: string, value: string): Promise<string>
}

export interface IssuedCertificate {
  certificatePem: string
  certificateSerial: string
  certificateValidFromMs: number
}

export interface CertificateAuthority {
  caPem: string
  /** SHA-256 of the authority's certificate (DER), in hex: part of every enrollment key. */
  caFingerprint: string
  issuePanelCertificate(): IssuedCertificate & { privateKeyPem: string }
  /** With it one instance of the panel reaches another. */
  issueInstanceCertificate(): IssuedCertificate & { privateKeyPem: string }
  /** Takes nothing from the request but its public key; throws CertificateRequestError. */
  issueNodeCertificate(nodeId: number, certificateRequestPem: string): IssuedCertificate
}

export interface AuthorityOptions {
  clock: () => number
  randomBytes: (length: number) => Buffer
}

export class CertificateRequestError extends Error {
  constructor() {
    super('the certificate request is not a PKCS#10 request in PEM, signed with a P-256 key')
    this.name = 'CertificateRequestError'
  }
}

const secretName = 'daemon_link_authority'
const storedAuthority = z.object({ certificate: z.string(), private_key: z.string() })

const dayMs = 86_400_000
const authorityDays = 3_652
const nodeDays = 365
/** Certificates begin an hour early: the clocks of panel and node may differ. */
const clockSkewMs = 3_600_000

export async function loadCertificateAuthority(
  store: SecretStore,
  options: AuthorityOptions,
): Promise<CertificateAuthority> {
  const text =
    (await store.read(secretName)) ?? (await store.writeIfAbsent(secretName, createAuthority(options)))
  const stored = storedAuthority.parse(JSON.parse(text))
  const privateKey = createPrivateKey(stored.private_key)
  const certificate = new X509Certificate(stored.certificate)
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error(
      'the certificate authority of the daemon link does not match its key; restore it from a backup or enroll all nodes again',
    )
  }
  return openAuthority(certificate, privateKey, options)
}

function createAuthority(options: AuthorityOptions): string {
  const keys = newKeyPair()
  const notBefore = options.clock() - clockSkewMs
  const issued = issue({
    profile: { kind: 'authority' },
    subject: 'Rookery daemon link',
    issuer: { name: 'Rookery daemon link', keyId: keyId(keys.publicKey), privateKey: keys.privateKey },
    publicKey: spki(keys.publicKey),
    serial: newSerial(options),
    notBefore: new Date(notBefore),
    notAfter: new Date(notBefore + authorityDays * dayMs),
  })
  return JSON.stringify({ certificate: issued.certificatePem, private_key: pkcs8(keys.privateKey) })
}

function openAuthority(
  certificate: X509Certificate,
  privateKey: KeyObject,
  options: AuthorityOptions,
): CertificateAuthority {
  const name = certificate.subject.replace(/^CN=/, '')
  const issuer: Issuer = { name, keyId: keyId(certificate.publicKey), privateKey }
  const endOfAuthority = certificate.validToDate.getTime()
  const validity = (days: number) => ({
    notBefore: new Date(options.clock() - clockSkewMs),
    notAfter: new Date(Math.min(options.clock() + days * dayMs, endOfAuthority)),
  })
  /** Its key lives in memory only and it is made anew at every start, so it may last as long as the authority. */
  const issueOwn = (profile: CertificateProfile, subject: string) => {
    const keys = newKeyPair()
    const publicKey = spki(keys.publicKey)
    const serial = newSerial(options)
    const issued = issue({ profile, subject, issuer, publicKey, serial, ...validity(authorityDays) })
    return { ...issued, privateKeyPem: pkcs8(keys.privateKey) }
  }
  return {
    caPem: certificate.toString(),
    caFingerprint: createHash('sha256').update(certificate.raw).digest('hex'),
    issuePanelCertificate: () =>
      issueOwn({ kind: 'panel', dnsName: panelCertificateName }, panelCertificateName),
    issueInstanceCertificate: () => issueOwn({ kind: 'instance', uri: instanceUri }, 'panel-instance'),
    issueNodeCertificate: (nodeId, certificateRequestPem) =>
      issue({
        profile: { kind: 'node', uri: nodeUri(nodeId) },
        subject: `node-${nodeId}`,
        issuer,
        publicKey: requestedKey(certificateRequestPem),
        serial: newSerial(options),
        ...validity(nodeDays),
      }),
  }
}

interface Issuer {
  name: string
  keyId: Buffer
  privateKey: KeyObject
}

function issue(order: {
  profile: CertificateProfile
  subject: string
  issuer: Issuer
  publicKey: Buffer
  serial: Buffer
  notBefore: Date
  notAfter: Date
}): IssuedCertificate {
  const body = certificateBody({
    ...order,
    issuer: order.issuer.name,
    subjectKeyId: keyId(order.publicKey),
    authorityKeyId: order.issuer.keyId,
  })
  const certificate = new X509Certificate(
    signedCertificate(body, sign('sha256', body, order.issuer.privateKey)),
  )
  return {
    certificatePem: certificate.toString(),
    certificateSerial: certificate.serialNumber.toUpperCase(),
    certificateValidFromMs: certificate.validFromDate.getTime(),
  }
}

/** The public key of a request that proves possession of the private one, written anew. */
function requestedKey(certificateRequestPem: string): Buffer {
  const request = readCertificateRequest(certificateRequestPem)
  if (!request) throw new CertificateRequestError()
  try {
    const publicKey = createPublicKey({ key: request.publicKey, format: 'der', type: 'spki' })
    const isP256 = publicKey.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    if (isP256 && verify('sha256', request.body, publicKey, request.signature)) return spki(publicKey)
  } catch {
    // OpenSSL could not read the key: refused below like a wrong signature.
  }
  throw new CertificateRequestError()
}

/** 127 random bits with the highest one set: positive, never a leading zero. */
function newSerial({ randomBytes }: AuthorityOptions): Buffer {
  const serial = randomBytes(16)
  serial.writeUInt8((serial.readUInt8(0) & 0x7f) | 0x40, 0)
  return serial
}

const newKeyPair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const spki = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })
const pkcs8 = (key: KeyObject): string => key.export({ format: 'pem', type: 'pkcs8' }).toString()
const keyId = (key: KeyObject | Buffer): Buffer =>
  createHash('sha256')
    .update(Buffer.isBuffer(key) ? key : spki(key))
    .digest()
    .subarray(0, 20)
