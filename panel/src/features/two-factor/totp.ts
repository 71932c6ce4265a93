// One-time codes of an authenticator (RFC 6238) with the fixed parameters of 5.5.6, and the picture to scan.

import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'

const stepSeconds = 30
/** A stored step this far ahead was written by a wrong clock and counts as unset. */
export const clockFaultSteps = (2 * 60 * 60) / stepSeconds

const issuer = 'Rookery'
const fixed = { algorithm: 'SHA1', digits: 6, period: stepSeconds } as const
const toleranceSteps = 1
export const totpSecretBytes = 20

export function totpSecretFrom(bytes: Uint8Array<ArrayBuffer>): string {
  return new Secret({ buffer: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) })
    .base32
}

/** The step that the code belongs to; null when it fits none within the tolerance. */
export function matchingStep(base32Secret: string, digits: string, nowMs: number): number | null {
  const totp = new TOTP({ ...fixed, secret: Secret.fromBase32(base32Secret) })
  const delta = totp.validate({ token: digits, timestamp: nowMs, window: toleranceSteps })
  return delta === null ? null : stepAt(nowMs) + delta
}

/** For the authenticator: as an address, and as a QR code. */
export function describeTotp(base32Secret: string, login: string): { uri: string; qrSvg: string } {
  const totp = new TOTP({ ...fixed, issuer, label: login, secret: Secret.fromBase32(base32Secret) })
  const uri = totp.toString()
  return { uri, qrSvg: renderSVG(uri, { border: 2, ecc: 'M' }) }
}

/** The 30-second steps of RFC 6238, by which used codes are remembered (A18). */
export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / 1000 / stepSeconds)
}
