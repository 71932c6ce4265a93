// Session tokens as PASETO v4.local: AUTH_SERVICE=paseto, the default.

import { decrypt, encrypt } from 'paseto-ts/v4'
import * as z from 'zod'
import { areTimesValid, type SessionTokens } from './session-tokens.ts'

const keyPrefix = 'k4.local.'
const wholeToken = /^v4\.local\.([A-Za-z0-9_-]+)(?:\.([A-Za-z0-9_-]+))?$/

const payloadShape = z.object({
  sub: z.string().regex(/^[1-9][0-9]{0,14}$/),
  jti: z.string().min(16).max(64),
  iat: z.iso.datetime(),
  exp: z.iso.datetime(),
  restricted: z.boolean().optional(),
})

export function createPasetoSessionTokens(key: Uint8Array): SessionTokens {
  return {
    async issue(claims) {
      return encryptPasetoV4Local(key, {
        sub: String(claims.userId),
        jti: claims.jti,
        iat: new Date(claims.issuedAtMs).toISOString(),
        exp: new Date(claims.expiresAtMs).toISOString(),
        ...(claims.restricted ? { restricted: true } : {}),
      })
    },
    async read(sessionToken, nowMs) {
      const opened = decryptPasetoV4Local(key, sessionToken)
      if (opened?.footer !== '' || 'nbf' in opened.payload) return null
      const payload = payloadShape.safeParse(opened.payload)
      if (!payload.success) return null
      const claims = {
        userId: Number(payload.data.sub),
        jti: payload.data.jti,
        issuedAtMs: Date.parse(payload.data.iat),
        expiresAtMs: Date.parse(payload.data.exp),
        restricted: payload.data.restricted ?? false,
      }
      return areTimesValid(claims, nowMs) ? claims : null
    },
  }
}

/** The one spelling per token that the standard wants: the library alone accepts several. */
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
