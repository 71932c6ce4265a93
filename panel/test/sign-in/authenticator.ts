// An authenticator app of tests: the codes of a second factor at any time.

import { Secret, TOTP } from 'otpauth'

/** What an authenticator shows at that time. */
export function codeAt(secret: string, timeMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: timeMs,
  })
}

/** Six digits that fit no step near the time. */
export function wrongCodeAt(secret: string, timeMs: number): string {
  const near = new Set([-2, -1, 0, 1, 2].map(steps => codeAt(secret, timeMs + steps * 30_000)))
  for (let number = 0; ; number++) {
    const code = String(number).padStart(6, '0')
    if (!near.has(code)) return code
  }
}
