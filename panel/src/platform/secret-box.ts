// Secrets at rest: AES-256-GCM under a key of the operator. A sealed value carries the prefix `enc1:`.

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { sealedPrefix as prefix } from '@rookery/contracts/http/shapes.ts'
import { type StoredSecret, sealedSecret, unsealedSecret } from './secret.ts'

const ivBytes = 12
const tagBytes = 16

export interface SecretBox {
  seal(plain: string): string
  /** Null when the value was sealed under another key or is damaged. */
  open(sealed: string): string | null
}

/** The whole text is hashed, so any length will do (5.9.2). */
export function keyOf(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest()
}

/** A key of its own for one purpose, made from a key that serves another (HKDF). */
export function derivedKey(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `rookery: ${purpose}`, 32))
}

/** Names the absence of a key. */
export const plainKeyId = 'plain'

/** Tells keys apart without telling anything about them. */
export function keyIdOf(key: Buffer | null): string {
  return key ? createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16) : plainKeyId
}

export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(plain) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return prefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      if (!sealed.startsWith(prefix)) return null
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
      if (bytes.length < ivBytes + tagBytes) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
        return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Without a key values stay as they are; what a former key has sealed can no longer be read. */
export function createOptionalSecretBox(key: Buffer | null): SecretBox {
  if (key) {
    const box = createSecretBox(key)
    return { seal: box.seal, open: text => (text.startsWith(prefix) ? box.open(text) : text) }
  }
  return { seal: plain => plain, open: text => (text.startsWith(prefix) ? null : text) }
}

export function isSealed(text: string): boolean {
  return text.startsWith(prefix)
}

/** A column of the database that holds a secret, sealed or not. */
export function readSecret(box: SecretBox, stored: string): StoredSecret {
  return isSealed(stored) ? sealedSecret(stored, () => box.open(stored)) : unsealedSecret(stored)
}

/** What the column is to hold; an empty text is no secret. */
export function storedText(box: SecretBox, secret: StoredSecret): string {
  if (secret.sealedText !== null) return secret.sealedText
  const text = secret.reveal()
  return text === '' ? '' : box.seal(text)
}
