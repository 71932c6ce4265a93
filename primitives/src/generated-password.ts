// A password made from random bytes: letters and digits that nobody confuses, in groups that can be read out.

/** 32 letters and digits, a power of two: every byte gives each of them with the same chance. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789+'
const groupLength = 5

/** Bytes that the password needs, one for each letter. */
export const passwordBytes = 20

export function passwordFrom(bytes: Uint8Array): string {
  const letters = [...bytes].map(byte => alphabet[byte % alphabet.length] ?? '')
  const dashed = letters.map((letter, at) => (at > 0 && at % groupLength === 0 ? `-${letter}` : letter))
  return dashed.join('')
}
