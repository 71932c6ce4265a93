// Public keys for tests, as ssh-keygen writes them.

import { generateKeyPairSync } from 'node:crypto'

const field = (bytes: Buffer | string) => {
  const content = Buffer.from(bytes)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

export function newKeyLine(comment = ''): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  const blob = Buffer.concat([field('ssh-ed25519'), field(Buffer.from(x, 'base64url'))])
  return `ssh-ed25519 ${blob.toString('base64')} ${comment}`.trim()
}
