// A well-formed public key for SFTP, another one for each number.

import { createHash } from 'node:crypto'

export function publicKey(n: number): string {
  const type = 'ssh-ed25519'
  const point = createHash('sha256').update(String(n)).digest()
  const sized = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  return `${type} ${Buffer.concat([sized(Buffer.from(type)), sized(point)]).toString('base64')}`
}
