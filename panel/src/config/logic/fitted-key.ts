// Fits AUTH_SECRET to the 32 bytes that session tokens need (5.9, A01).

export const keyBytes = 32
const padding = '0'.charCodeAt(0)

/** Shorter secrets are padded at the end with ASCII 0, longer ones are cut. */
export function fitToKey(secret: string): Uint8Array {
  const key = new Uint8Array(keyBytes).fill(padding)
  key.set(new TextEncoder().encode(secret).subarray(0, keyBytes))
  return key
}

/** What the log says when the secret had to be fitted; null when it has the right length. */
export function fittingWarning(secret: string): string | null {
  const length = new TextEncoder().encode(secret).length
  if (length === keyBytes) return null
  const done = length < keyBytes ? 'padded to' : 'cut to'
  return `AUTH_SECRET is ${length} bytes long and was ${done} ${keyBytes}; use ${keyBytes} random characters`
}
