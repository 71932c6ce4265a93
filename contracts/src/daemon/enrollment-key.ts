// The one-time enrollment key: a secret for the panel, and the fingerprint by which the daemon knows that panel.

import { createHash } from 'node:crypto'

export const enrollmentSecretBytes = 32

/** Of the whole text: `rk1_`, 43 for the secret, `_`, 64 for the fingerprint. */
export const enrollmentKeyLength = 112

const keyPattern = /^rk1_([A-Za-z0-9_-]{43})_([0-9a-f]{64})$/

export interface EnrollmentKey {
  /** What the panel compares, by its SHA-256. */
  secret: string
  /** SHA-256 of the panel's certificate authority (DER), in hex. */
  caFingerprint: string
}

/** Makes the text that a person copies to the node; `secret` must be 32 random bytes. */
export function createEnrollmentKey(secret: Uint8Array, caFingerprint: string): string {
  if (secret.length !== enrollmentSecretBytes) {
    throw new RangeError(`an enrollment secret has ${enrollmentSecretBytes} bytes, not ${secret.length}`)
  }
  return `rk1_${Buffer.from(secret).toString('base64url')}_${caFingerprint}`
}

export function parseEnrollmentKey(text: string): EnrollmentKey | null {
  const [, secret, caFingerprint] = keyPattern.exec(text.trim()) ?? []
  return secret && caFingerprint ? { secret, caFingerprint } : null
}

/** The first line that holds a key, alone or as `ROOKERY_KEY=…`; null when there is none. */
export function readKeyLine(text: string): string | null {
  for (const line of text.split(/\r?\n/)) {
    const [, written = ''] = /^(?:export\s+)?(?:ROOKERY_KEY=)?(.*)$/.exec(line.trim()) ?? []
    const key = written.trim().replace(/^(['"])(.*)\1$/, '$2')
    if (parseEnrollmentKey(key)) return key
  }
  return null
}

/** For a shell: `echo` is part of it, so that the key is an argument of no program. */
export function enrollmentCommand(panelUrl: string, key: string): string {
  return `echo 'ROOKERY_KEY=${key}' | rookery node enroll ${panelUrl}`
}

/** By what the install script reports its progress: it tells nothing about the key. The script makes it with sha256sum. */
export function installIdOf(key: string): string {
  return createHash('sha256').update(`rookery install ${key}\n`).digest('hex')
}

/** What the panel stores instead of the secret: SHA-256 in hex. */
export function hashEnrollmentSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
