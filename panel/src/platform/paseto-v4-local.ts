// PASETO v4.local with the one spelling per token that the standard wants: the library alone accepts several.

import { decrypt, encrypt } from 'paseto-ts/v4'

const keyPrefix = 'k4.local.'
const wholeToken = /^v4\.local\.([A-Za-z0-9_-]+)(?:\.([A-Za-z0-9_-]+))?$/

function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part
}

export function encryptPasetoV4Local(key: Uint8Array, payload: Record<string, unknown>): string {
  return encrypt(keyPrefix + Buffer.from(key).toString('base64url'), payload, {
    addIat: false,
    addExp: false,
    validatePayload: false,
  })
}

/** The payload, or null when the token is not exactly one that this key has sealed. */
export function decryptPasetoV4Local(
  key: Uint8Array,
  text: string,
  options: { assertion?: string } = {},
): { payload: Record<string, unknown>; footer: string } | null {
  const parts = wholeToken.exec(text)
  if (!parts || !isCanonical(parts[1] ?? '') || !isCanonical(parts[2] ?? '')) return null
  try {
    const { payload } = decrypt(keyPrefix + Buffer.from(key).toString('base64url'), text, {
      validatePayload: false,
      ...(options.assertion === undefined ? {} : { assertion: options.assertion }),
    })
    return { payload, footer: Buffer.from(parts[2] ?? '', 'base64url').toString('utf8') }
  } catch {
    return null
  }
}
