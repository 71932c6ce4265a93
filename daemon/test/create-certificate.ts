// Certificates for tests: just enough X.509, written out by hand, for a private authority and its two ends.

import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface TestCertificate {
  name: string
  pem: string
  keyPem: string
  privateKey: KeyObject
}

const ecdsaWithSha256 = Buffer.from('300a06082a8648ce3d040302', 'hex')
const oids = { commonName: '0603550403', basicConstraints: '0603551d13', alternativeName: '0603551d11' }

/** Without an issuer it is an authority that signs itself. */
export function createCertificate(name: string, issuer?: TestCertificate): TestCertificate {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const body = sequence(
    element(0xa0, element(0x02, Buffer.of(2))),
    element(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    distinguishedName(issuer?.name ?? name),
    sequence(time(Date.now() - 3_600_000), time(Date.now() + 86_400_000)),
    distinguishedName(name),
    createPublicKey(privateKey).export({ format: 'der', type: 'spki' }),
    element(0xa3, sequence(issuer ? alternativeName(name) : isAuthority())),
  )
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey)
  const der = sequence(body, ecdsaWithSha256, element(0x03, Buffer.of(0), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    name,
    pem: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    keyPem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    privateKey,
  }
}

function element(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Uint8Array[]): Buffer => element(0x30, ...parts)

function distinguishedName(name: string): Buffer {
  const pair = sequence(Buffer.from(oids.commonName, 'hex'), element(0x0c, Buffer.from(name)))
  return sequence(element(0x31, pair))
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')
  return element(0x18, Buffer.from(digits))
}

function isAuthority(): Buffer {
  const content = element(0x04, sequence(element(0x01, Buffer.of(0xff))))
  return sequence(Buffer.from(oids.basicConstraints, 'hex'), element(0x01, Buffer.of(0xff)), content)
}

function alternativeName(name: string): Buffer {
  return sequence(
    Buffer.from(oids.alternativeName, 'hex'),
    element(0x04, sequence(element(0x82, Buffer.from(name)))),
  )
}
