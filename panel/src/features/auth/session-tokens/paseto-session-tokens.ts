// Session tokens as PASETO v4.local: AUTH_SERVICE=paseto, the default.

import * as z from 'zod'
import { decryptPasetoV4Local, encryptPasetoV4Local } from '../../../platform/paseto-v4-local.ts'
import { areTimesValid, type SessionTokens } from './session-tokens.ts'

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
