// Replaces secrets in a byte stream by asterisks of the same length, wherever the stream is cut into pieces.
//
// Because lengths stay the same, sequence numbers of the masked stream are those of the stream itself. A secret is found
// in the bytes as they are, and in what a person sees of them: a colour in its middle does not bring it through.

import { hasControls, readTerminal } from '@rookery/contracts/terminal-text.ts'

const asterisk = 0x2a
/** More than this is not held back for a secret that endless invisible bytes might still complete. */
const heldLimitBytes = 16 * 1024

export interface SecretMask {
  /**
   * The masked bytes that are certain now; the beginning of a possible secret at the end is held back. Where there is
   * nothing to mask, they are the given ones themselves, not a copy.
   */
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
  if (patterns.length === 0) return { push: viewOf, flush: () => Buffer.alloc(0), heldBytes: 0 }
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
      if (seen.length === 0 && isFree(bytes, patterns)) {
        const whole = viewOf(bytes)
        const held = possibleSecretStart(whole, patterns)
        seen = Buffer.from(whole.subarray(held))
        masked = Buffer.from(seen)
        return whole.subarray(0, held)
      }
      const searchFrom = seen.length
      seen = Buffer.concat([seen, bytes])
      masked = Buffer.concat([masked, bytes])
      for (const pattern of patterns) {
        coverOccurrences(seen, pattern, searchFrom, (at, end) => masked.fill(asterisk, at, end))
      }
      const held = Math.min(possibleSecretStart(seen, patterns), coverShown(seen, masked, patterns))
      const kept = seen.length - held > heldLimitBytes ? seen.length : held
      const out = giveUntil(kept)
      seen = seen.subarray(kept)
      masked = masked.subarray(kept)
      given -= kept
      return out
    },
    flush: () => giveUntil(seen.length),
    get heldBytes() {
      return seen.length - given
    },
  }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Nothing in it is a secret, nor invisible so that it could divide one. */
function isFree(bytes: Uint8Array, patterns: readonly Buffer[]): boolean {
  const whole = viewOf(bytes)
  return !patterns.some(pattern => whole.includes(pattern)) && !hasControls(whole)
}

/** For text that is whole: nothing of it comes later. */
export function maskText(text: string, secrets: readonly string[]): string {
  if (!secrets.some(secret => secret !== '' && text.includes(secret))) return text
  const mask = createSecretMask(secrets)
  return Buffer.concat([mask.push(Buffer.from(text)), mask.flush()]).toString()
}

/** Tells of every occurrence, overlapping ones too, that ends after `searchFrom`. */
function coverOccurrences(
  seen: Buffer,
  pattern: Buffer,
  searchFrom: number,
  cover: (at: number, end: number) => void,
): void {
  let at = seen.indexOf(pattern, Math.max(0, searchFrom - pattern.length + 1))
  while (at !== -1) {
    cover(at, at + pattern.length)
    at = seen.indexOf(pattern, at + 1)
  }
}

interface Span {
  from: number
  end: number
}

/** The same for what a person sees of the bytes; gives where a secret may have begun that is not complete. */
function coverShown(seen: Buffer, masked: Buffer, patterns: readonly Buffer[]): number {
  if (!hasControls(seen)) return seen.length
  const spans: Span[] = []
  readTerminal(seen, false, { text: (from, end) => void spans.push({ from, end }), colours: () => {} })
  const shown = Buffer.concat(spans.map(({ from, end }) => seen.subarray(from, end)))
  for (const pattern of patterns) {
    coverOccurrences(shown, pattern, 0, (at, end) => {
      for (let index = at; index < end; index++) masked[placeOf(spans, index)] = asterisk
    })
  }
  const begun = possibleSecretStart(shown, patterns)
  return begun === shown.length ? seen.length : placeOf(spans, begun)
}

/** Where the byte lies that is the `index`th of all that is shown. */
function placeOf(spans: readonly Span[], index: number): number {
  let left = index
  for (const { from, end } of spans) {
    if (left < end - from) return from + left
    left -= end - from
  }
  return spans.at(-1)?.end ?? 0
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
