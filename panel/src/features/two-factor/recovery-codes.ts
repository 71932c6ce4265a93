// Recovery codes: made at random, shown once, kept as salted slow hashes only.

import { scrypt, timingSafeEqual } from 'node:crypto'
import { createKeyedQueue } from '../../platform/attempts/keyed-queue.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { recoveryCodeFrom } from './logic/code-form.ts'

const codesPerSet = 10
const hashBytes = 32
const saltBytes = 16
const waitingLimit = 5_000

export interface RecoveryCodeSet {
  /** Without the dash. */
  plainCodes: string[]
  hashes: string[]
}

export interface RecoveryCodeSets {
  createSet(): Promise<RecoveryCodeSet>
  /** The one of the kept hashes that the code belongs to; null when there is none. */
  findHash(plainCode: string, stored: readonly string[]): Promise<string | null>
}

/** `work` is the N of scrypt: what was hashed with another one fits no code any more. */
export function createRecoveryCodes(random: (bytes: number) => Buffer, work: number): RecoveryCodeSets {
  // One hash at a time in the whole process: files and names are looked up by the same few threads.
  const line = createKeyedQueue(waitingLimit)
  async function hashOf(plainCode: string, salt: Buffer): Promise<Buffer> {
    const turn = line.inTurn('hash', () => slowHash(plainCode, salt, work))
    if (turn === null) throw new PanelError('unavailable')
    return turn
  }
  return {
    async createSet() {
      const codes = new Set<string>()
      while (codes.size < codesPerSet) {
        const code = recoveryCodeFrom(random(32))
        if (code !== null) codes.add(code)
      }
      // One salt for the set: a typed code is hashed once and compared with all ten.
      const salt = random(saltBytes)
      const plainCodes = [...codes]
      const hashes = await Promise.all(plainCodes.map(code => hashOf(code, salt)))
      return { plainCodes, hashes: hashes.map(hash => write(salt, hash)) }
    },
    async findHash(plainCode, stored) {
      const bySalt = new Map<string, Buffer>()
      let found: string | null = null
      for (const text of stored) {
        const [, salt = '', hash = ''] = text.split('$')
        const typed = bySalt.get(salt) ?? (await hashOf(plainCode, Buffer.from(salt, 'base64url')))
        bySalt.set(salt, typed)
        const expected = Buffer.from(hash, 'base64url')
        if (expected.length === hashBytes && timingSafeEqual(typed, expected)) found = text
      }
      return found
    },
  }
}

function write(salt: Buffer, hash: Buffer): string {
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

function slowHash(plainCode: string, salt: Buffer, work: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: work, r: 8, p: 1 }
    scrypt(plainCode, salt, hashBytes, options, (error, hash) => (error ? reject(error) : resolve(hash)))
  })
}
