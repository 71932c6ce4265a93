// Session tokens as JWT with HS256: AUTH_SERVICE=jwt.

import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { areTimesValid, type SessionTokens } from './session-tokens.ts'

const payloadShape = z.object({
  sub: z.string().regex(/^[1-9][0-9]{0,14}$/),
  jti: z.string().min(16).max(64),
  iat: z.number(),
  exp: z.number(),
  /** What `iat` leaves out, to tell a session that began in the second of a sign-out from those before it. */
  iat_ms: z.int().min(0).max(999).default(0),
  restricted: z.boolean().optional(),
})

/** Exactly one spelling per token, as with the other format. */
function isCanonical(sessionToken: string): boolean {
  const parts = sessionToken.split('.')
  return (
    parts.length === 3 && parts.every(part => Buffer.from(part, 'base64url').toString('base64url') === part)
  )
}

export function createJwtSessionTokens(key: Uint8Array): SessionTokens {
  return {
    async issue(claims) {
      return new SignJWT({
        iat_ms: claims.issuedAtMs % 1000,
        ...(claims.restricted ? { restricted: true } : {}),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(String(claims.userId))
        .setJti(claims.jti)
        .setIssuedAt(Math.floor(claims.issuedAtMs / 1000))
        .setExpirationTime(Math.floor(claims.expiresAtMs / 1000))
        .sign(key)
    },
    async read(sessionToken, nowMs) {
      if (!isCanonical(sessionToken)) return null
      // The library would compare with its own clock; times are checked below with ours.
      const verified = await jwtVerify(sessionToken, key, {
        algorithms: ['HS256'],
        currentDate: new Date(nowMs),
      }).catch(() => null)
      const payload = payloadShape.safeParse(verified?.payload)
      if (!payload.success) return null
      const claims = {
        userId: Number(payload.data.sub),
        jti: payload.data.jti,
        issuedAtMs: payload.data.iat * 1000 + payload.data.iat_ms,
        expiresAtMs: payload.data.exp * 1000,
        restricted: payload.data.restricted ?? false,
      }
      return areTimesValid(claims, nowMs) ? claims : null
    },
  }
}
