// A new secret value from random bytes: letters and digits only, so that any game takes it.

/** 32 of them, a power of two: every byte gives each with the same chance. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

export const secretBytes = 24

export const secretFrom = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => alphabet[byte % alphabet.length] ?? '').join('')
