// The recovery key of a backup storage: 256 random bits that people can print and type, and what each repository's
// second password is made of.

import { createHash, hkdfSync } from 'node:crypto'

export const recoveryKeyBytes = 32
const checkBytes = 3
/** Without the letters that are mistaken for digits, and without U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bitsPerCharacter = 5
const keyCharacters = ((recoveryKeyBytes + checkBytes) * 8) / bitsPerCharacter

/** Fourteen groups of four characters; the last bits are a checksum, so that a slip of the pen is noticed. */
export function formatRecoveryKey(key: Uint8Array): string {
  if (key.length !== recoveryKeyBytes) {
    throw new RangeError(`a recovery key has ${recoveryKeyBytes} bytes, not ${key.length}`)
  }
  const text = toCharacters(Buffer.concat([key, checkOf(key)]))
  return (text.match(/.{4}/g) ?? []).join('-')
}

/** However it is grouped, in small letters too; null: it is not a recovery key, or one with a mistake in it. */
export function parseRecoveryKey(text: string): Buffer | null {
  const typed = text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  const bytes = typed.length === keyCharacters ? fromCharacters(typed) : null
  if (!bytes) return null
  const key = bytes.subarray(0, recoveryKeyBytes)
  return checkOf(key).equals(bytes.subarray(recoveryKeyBytes)) ? key : null
}

/** HKDF-SHA-256: whoever knows one of these learns nothing of the key, nor of another game server's. */
export function recoveryPassword(key: Uint8Array, gameServerUuid: string): string {
  const purpose = `rookery backup repository ${gameServerUuid.toLowerCase()}`
  return Buffer.from(hkdfSync('sha256', key, '', purpose, 32)).toString('base64url')
}

function checkOf(key: Uint8Array): Buffer {
  return createHash('sha256').update('rookery recovery key').update(key).digest().subarray(0, checkBytes)
}

function toCharacters(bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{5}/g) ?? []
  return groups.map(group => alphabet[Number.parseInt(group, 2)]).join('')
}

function fromCharacters(text: string): Buffer | null {
  const values = Array.from(text, character => alphabet.indexOf(character))
  if (values.includes(-1)) return null
  const bits = values.map(value => value.toString(2).padStart(bitsPerCharacter, '0')).join('')
  const octets = bits.match(/.{8}/g) ?? []
  return Buffer.from(octets.map(octet => Number.parseInt(octet, 2)))
}
