// Replaces secrets in a byte stream by asterisks of the same length, wherever the stream is cut into pieces.
//
// Because lengths stay the same, sequence numbers of the masked stream are those of the stream itself.

const asterisk = 0x2a

export interface SecretMask {
  /** The masked bytes that are certain now; the beginning of a possible secret at the end is held back. */
  push(bytes: Uint8Array): Buffer
  /**
   * The bytes that were held back: the caller has waited long enough for the rest. Should the rest come after all,
   * it is still masked.
   */
  flush(): Buffer
  readonly heldBytes: number
}

/** The longest secret in bytes: a reader that begins in the middle of a stream must look back this far, less one. */
export function longestSecretBytes(secrets: readonly string[]): number {
  return Math.max(0, ...secrets.map(secret => Buffer.byteLength(secret)))
}

export function createSecretMask(secrets: readonly string[]): SecretMask {
  const patterns = [...new Set(secrets)].filter(secret => secret !== '').map(secret => Buffer.from(secret))
  if (patterns.length === 0)
    return { push: bytes => Buffer.from(bytes), flush: () => Buffer.alloc(0), heldBytes: 0 }
  let seen: Buffer = Buffer.alloc(0)
  let masked: Buffer = Buffer.alloc(0)
  /** How many bytes of `seen` have been given out. */
  let given = 0

  const giveUntil = (end: number): Buffer => {
    const out = Buffer.from(masked.subarray(given, Math.max(given, end)))
    given = Math.max(given, end)
    return out
  }
  return {
    push(bytes) {
      const searchFrom = seen.length
      seen = Buffer.concat([seen, bytes])
      masked = Buffer.concat([masked, bytes])
      for (const pattern of patterns) coverOccurrences(seen, masked, pattern, searchFrom)
      const held = possibleSecretStart(seen, patterns)
      const out = giveUntil(held)
      seen = seen.subarray(held)
      masked = masked.subarray(held)
      given -= held
      return out
    },
    flush: () => giveUntil(seen.length),
    get heldBytes() {
      return seen.length - given
    },
  }
}

/** Covers every occurrence, overlapping ones too, that ends after `searchFrom`. */
function coverOccurrences(seen: Buffer, masked: Buffer, pattern: Buffer, searchFrom: number): void {
  let at = seen.indexOf(pattern, Math.max(0, searchFrom - pattern.length + 1))
  while (at !== -1) {
    masked.fill(asterisk, at, at + pattern.length)
    at = seen.indexOf(pattern, at + 1)
  }
}

/** Where the earliest ending lies that is the beginning of a secret; the length when there is none. */
function possibleSecretStart(seen: Buffer, patterns: readonly Buffer[]): number {
  let earliest = seen.length
  for (const pattern of patterns) {
    const from = Math.max(0, seen.length - pattern.length + 1)
    for (let at = from; at < earliest; at++) {
      if (seen.compare(pattern, 0, seen.length - at, at) === 0) earliest = at
    }
  }
  return earliest
}
