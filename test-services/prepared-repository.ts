// A repository of restic that opens at once, for tests that do not create their own.

import { createCipheriv, createHash, randomBytes, scryptSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Each opens it, unless others are given. */
export const preparedPasswords = ['first-password', 'second-password'] as const

/** One round instead of the 32,768 that restic chooses on a usual machine: every call of it is half a second shorter. */
const quickDerivation = { N: 2, r: 1, p: 1 }

/** As `restic init` made it; what it encrypts is as good with any other. */
const masterKey = {
  mac: { k: '35OIiT2vXwf1ZNEFXNvGPg==', r: 'lkjGQoR5d9iLdYWAyYuM2g==' },
  encrypt: 'M36GRNNCwOGQpaQKaktV4N3e3og388qkDiSCYyVcC2g=',
}
const chunkerPolynomial = '3b39df58060823'

/**
 * As `restic init` and `restic key add` would leave it in a folder that is not there yet, but for keys that cost nothing
 * to derive. Restic does the same with it.
 */
export function prepareRepository(folder: string, passwords: readonly string[] = preparedPasswords): void {
  // As restic itself does: what a full disk cannot hold is then a file, and never its folder.
  const prefixes = Array.from({ length: 256 }, (_, at) => `data/${at.toString(16).padStart(2, '0')}`)
  for (const name of [...prefixes, 'index', 'keys', 'locks', 'snapshots'])
    mkdirSync(join(folder, name), { recursive: true })
  const id = randomBytes(32).toString('hex')
  const config = { version: 2, id, chunker_polynomial: chunkerPolynomial }
  writeFileSync(join(folder, 'config'), seal(sealingKey(), config))
  for (const password of passwords) {
    const salt = randomBytes(64)
    const data = seal(scryptSync(password, salt, 64, quickDerivation), masterKey)
    const facts = { created: '2026-11-18T00:00:00Z', username: 'root', hostname: 'test' }
    const sealed = { salt: salt.toString('base64'), data: data.toString('base64') }
    const content = JSON.stringify({ ...facts, kdf: 'scrypt', ...quickDerivation, ...sealed })
    writeFileSync(join(folder, 'keys', createHash('sha256').update(content).digest('hex')), content)
  }
}

/** As restic leaves it when it is killed. */
export function leaveLock(folder: string, lock: { time: Date; hostname: string; pid: number }): void {
  const facts = { ...lock, time: lock.time.toISOString(), exclusive: true, username: 'root', uid: 0, gid: 0 }
  const content = seal(sealingKey(), facts)
  writeFileSync(join(folder, 'locks', createHash('sha256').update(content).digest('hex')), content)
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64')

const sealingKey = () => Buffer.concat([masterKey.encrypt, masterKey.mac.k, masterKey.mac.r].map(fromBase64))

/** As restic encrypts: AES-256 in counter mode, then Poly1305-AES. The key has 32 bytes for the first, twice 16 for the second. */
function seal(key: Buffer, content: object): Buffer {
  const nonce = randomBytes(16)
  const sealed = createCipheriv('aes-256-ctr', key.subarray(0, 32), nonce).update(JSON.stringify(content))
  const once = createCipheriv('aes-128-ecb', key.subarray(32, 48), null).update(nonce)
  return Buffer.concat([nonce, sealed, poly1305(sealed, key.subarray(48), once)])
}

/** Node has it only inside of another cipher. */
function poly1305(message: Buffer, multiplier: Buffer, addend: Buffer): Buffer {
  const prime = (1n << 130n) - 5n
  const factor = numberOf(multiplier) & 0x0ffffffc0ffffffc0ffffffc0fffffffn
  let sum = 0n
  for (let at = 0; at < message.length; at += 16) {
    const block = Buffer.concat([message.subarray(at, at + 16), Buffer.of(1)])
    sum = ((sum + numberOf(block)) * factor) % prime
  }
  const tag = (sum + numberOf(addend)) & ((1n << 128n) - 1n)
  return Buffer.from(tag.toString(16).padStart(32, '0'), 'hex').reverse()
}

const numberOf = (littleEndian: Buffer) => BigInt(`0x${Buffer.from(littleEndian).reverse().toString('hex')}`)
