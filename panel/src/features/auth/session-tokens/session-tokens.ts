// The port of session tokens (5.3): what a token says, and the two formats that can carry it.

export interface LoginSessionClaims {
  userId: number
  jti: string
  issuedAtMs: number
  expiresAtMs: number
  restricted: boolean
}

export interface SessionTokens {
  issue(claims: LoginSessionClaims): Promise<string>
  /** Null for anything that is not a token of ours in this format, is expired, or comes from the future. */
  read(sessionToken: string, nowMs: number): Promise<LoginSessionClaims | null>
}

/** Clocks of two instances may differ by this much. */
export const clockToleranceMs = 60_000

export function areTimesValid(claims: LoginSessionClaims, nowMs: number): boolean {
  return nowMs < claims.expiresAtMs && claims.issuedAtMs <= nowMs + clockToleranceMs
}
