// The written form of a key of a service account, `rks_<id>_<secret>`, whole, exactly as it was issued; and when it holds.

export const secretBytes = 32
/** How much of the secret is shown again: enough to tell keys apart, far too little to guess the rest. */
const visibleCharacters = 4

interface KeyText {
  keyId: number
  secret: string
}

const written = /^rks_([1-9][0-9]{0,9})_([A-Za-z0-9_-]{43})$/
/** Ids are 32-bit in every database; a larger one must not even be asked for. */
const largestId = 2_147_483_647

/** Null for everything that this panel cannot have issued. */
export function readKeyText(text: string): KeyText | null {
  const [, id = '', secret = ''] = written.exec(text) ?? []
  const keyId = Number(id)
  return secret === '' || keyId > largestId ? null : { keyId, secret }
}

export function writeKeyText({ keyId, secret }: KeyText): string {
  return `rks_${keyId}_${secret}`
}

/** How the key begins. */
export function prefixOf({ keyId, secret }: KeyText): string {
  return writeKeyText({ keyId, secret: secret.slice(0, visibleCharacters) })
}

/** No session token begins so. */
export function isKeyText(bearerToken: string): boolean {
  return bearerToken.startsWith('rks_')
}

interface Key {
  expiresAtMs: number | null
  /** Of its account. */
  disabledAtMs: number | null
  isAllowedFrom(address: string): boolean
}

export type KeyRefusal = 'expired' | 'disabled' | 'address'

/** Why a key with the right secret is not taken; null when it is. */
export function keyRefusal(key: Key, address: string, nowMs: number): KeyRefusal | null {
  if (key.disabledAtMs !== null) return 'disabled'
  if (key.expiresAtMs !== null && nowMs >= key.expiresAtMs) return 'expired'
  return key.isAllowedFrom(address) ? null : 'address'
}

interface Rotated {
  createdAtMs: number
  expiresAtMs: number | null
}

/** When a replaced key ends: after the overlap, and never later than it was meant to. */
export function endOfRotated({ expiresAtMs }: Rotated, overlapSeconds: number, nowMs: number): number {
  return Math.min(expiresAtMs ?? Number.POSITIVE_INFINITY, nowMs + overlapSeconds * 1000)
}

/** When the key that takes its place ends: it lives as long as the old one was meant to. */
export function endOfReplacement({ createdAtMs, expiresAtMs }: Rotated, nowMs: number): number | null {
  return expiresAtMs === null ? null : nowMs + (expiresAtMs - createdAtMs)
}
