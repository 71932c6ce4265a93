// What a person may type as second factor: six digits of an authenticator, or one of the recovery codes.

/** Without vowels and without characters that look alike (2.2). */
export const recoveryAlphabet = 'bcdfghjkmnpqrstvwxz23456789'
export const recoveryCodeCharacters = 10

const sixDigits = /^[0-9]{6}$/
const plainRecoveryCode = new RegExp(`^[${recoveryAlphabet}]{${recoveryCodeCharacters}}$`)

export type TypedCode = { kind: 'totp'; digits: string } | { kind: 'recovery'; plain: string }

/** Null when it can be neither. Recovery codes ignore case, spaces and the dash (A32). */
export function readTypedCode(text: string): TypedCode | null {
  const digits = text.trim()
  if (sixDigits.test(digits)) return { kind: 'totp', digits }
  const plain = text.replaceAll(/[\s-]/g, '').replaceAll(/[A-Z]/g, letter => letter.toLowerCase())
  return plainRecoveryCode.test(plain) ? { kind: 'recovery', plain } : null
}

/** Five characters, dash, five characters. */
export function showRecoveryCode(plain: string): string {
  return `${plain.slice(0, 5)}-${plain.slice(5)}`
}

/** Takes characters from random bytes; bytes that would favour some characters are skipped. Null: more are needed. */
export function recoveryCodeFrom(bytes: Uint8Array): string | null {
  const fair = 256 - (256 % recoveryAlphabet.length)
  const usable = [...bytes].filter(byte => byte < fair).slice(0, recoveryCodeCharacters)
  if (usable.length < recoveryCodeCharacters) return null
  return usable.map(byte => recoveryAlphabet[byte % recoveryAlphabet.length]).join('')
}
