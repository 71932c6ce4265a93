// Replaces secrets in a byte stream by asterisks of the same length, wherever the stream is cut into pieces.
//
// Because lengths stay the same, sequence numbers of the masked stream are those of the stream itself. A secret, or the
// greater part of one, is found in the bytes as they are, in what a person sees of them (a color in its middle does not
// bring it through), where it is escaped as in JSON, in an address or in HTML, and in Base64. What may be the beginning
// of a secret waits: a short one for the caller's patience, one of four characters or more for the byte that decides, or
// for the end of the stream.

import { hasOtherViews, type TextView, viewsOf } from './text-views.ts'

const asterisk = 0x2a
/** More than this is not held back for a secret that endless invisible bytes might still complete. */
const heldLimitBytes = 16 * 1024
/** So much of a secret is not given out for lack of time. */
const firmCharacters = 4
/** Where the stream ends within what may be a secret, more than this of it, or than its half, is masked all the same. */
const visibleAtEndCharacters = 7
/** A beginning that is so long, and two thirds of the secret, is masked whatever follows it. */
const revealingCharacters = 8
/** Of shorter ones too much harmless text would look like the Base64 form. */
const shortestInBase64Bytes = 8
/** An escape makes at most so many bytes of one. */
const longestEscapeBytes = 7

export interface SecretMask {
  /**
   * The masked bytes that are certain now; the beginning of a possible secret at the end is held back. Where there is
   * nothing to mask, they are the given ones themselves, not a copy.
   */
  push(bytes: Uint8Array): Buffer
  /**
   * The caller has waited long enough: what was held back for the first few characters of a secret alone. Should the
   * rest come after all, it is still masked.
   */
  flush(): Buffer
  /** Nothing more will come: all that was held back, with the greater part of a secret masked. */
  finish(): Buffer
  /** From now on these are masked, also in what is held back. */
  replaceSecrets(secrets: readonly string[]): void
  readonly heldBytes: number
}

/** The longest secret in bytes, escaped: a reader that begins in the middle of a stream must look back this far, less one. */
export function longestSecretBytes(secrets: readonly string[]): number {
  return Math.max(0, ...secrets.map(secret => Buffer.byteLength(secret) * longestEscapeBytes))
}

interface Pattern {
  bytes: Buffer
  /** So much of it as is masked even without the rest. */
  revealing: Buffer
  /** How many bytes of it are its first characters, from which on its beginning is held firmly. */
  firmBytes: number
  /** More bytes of it are masked at the end of the stream. */
  visibleAtEndBytes: number
}

export function createSecretMask(secrets: readonly string[]): SecretMask {
  let patterns = patternsOf(secrets)
  let hasSpaces = patterns.some(({ bytes }) => bytes.includes(' '))
  let seen: Buffer = Buffer.alloc(0)
  let masked: Buffer = Buffer.alloc(0)
  /** How many bytes of `seen` have been given out. */
  let given = 0
  /** Before this, nothing that is held back is more than the first few characters of a secret. */
  let firmFrom = 0

  const giveUntil = (end: number): Buffer => {
    const out = Buffer.from(masked.subarray(given, Math.max(given, end)))
    given = Math.max(given, end)
    return out
  }
  const forgetUntil = (end: number): void => {
    seen = seen.subarray(end)
    masked = masked.subarray(end)
    given -= end
    firmFrom -= end
  }
  const coverIn = (view: TextView, from: number, end: number): void =>
    view.eachSource(from, end, (at, until) => masked.fill(asterisk, at, until))
  const coverBeginnings = (isCovered: (pattern: Pattern, begunBytes: number) => boolean): void => {
    for (const view of viewsOf(seen, hasSpaces)) {
      for (const pattern of patterns) {
        for (const at of beginningsOf(view.bytes, pattern.bytes)) {
          if (isCovered(pattern, view.bytes.length - at)) coverIn(view, at, view.bytes.length)
        }
      }
    }
  }
  const giveAll = (): Buffer => {
    const out = giveUntil(seen.length)
    forgetUntil(seen.length)
    return out
  }

  return {
    push(bytes) {
      if (patterns.length === 0 && seen.length === 0) return bufferOf(bytes)
      if (seen.length === 0 && isFree(bytes, patterns, hasSpaces)) {
        const whole = bufferOf(bytes)
        const { loose, firm } = beginningIn(whole, patterns)
        seen = Buffer.from(whole.subarray(loose))
        masked = Buffer.from(seen)
        firmFrom = firm - loose
        return whole.subarray(0, loose)
      }
      seen = Buffer.concat([seen, bytes])
      masked = Buffer.concat([masked, bytes])
      let heldFrom = seen.length
      firmFrom = seen.length
      for (const view of viewsOf(seen, hasSpaces)) {
        for (const pattern of patterns) {
          eachOccurrence(view.bytes, pattern, (at, end) => coverIn(view, at, end))
        }
        const { loose, firm } = beginningIn(view.bytes, patterns)
        heldFrom = Math.min(heldFrom, view.openFrom)
        if (loose < view.bytes.length) heldFrom = Math.min(heldFrom, view.sourceOf(loose))
        if (firm < view.bytes.length) firmFrom = Math.min(firmFrom, view.sourceOf(firm))
      }
      if (seen.length - heldFrom > heldLimitBytes) {
        coverBeginnings(({ firmBytes }, begunBytes) => begunBytes >= firmBytes)
        return giveAll()
      }
      const out = giveUntil(heldFrom)
      forgetUntil(heldFrom)
      return out
    },
    flush: () => giveUntil(firmFrom),
    finish() {
      coverBeginnings(({ visibleAtEndBytes }, begunBytes) => begunBytes > visibleAtEndBytes)
      return giveAll()
    },
    replaceSecrets(next) {
      patterns = patternsOf(next)
      hasSpaces = patterns.some(({ bytes }) => bytes.includes(' '))
    },
    get heldBytes() {
      return seen.length - given
    },
  }
}

function patternsOf(secrets: readonly string[]): Pattern[] {
  return [...new Set(secrets.flatMap(secret => [secret, ...base64FormsOf(secret)]))]
    .filter(secret => secret !== '')
    .map(secret => {
      const characters = Array.from(secret)
      const bytesOf = (count: number) => Buffer.byteLength(characters.slice(0, count).join(''))
      const visibleAtEnd = Math.min(visibleAtEndCharacters, Math.floor(characters.length / 2))
      return {
        bytes: Buffer.from(secret),
        revealing: Buffer.from(characters.slice(0, revealingCount(characters.length)).join('')),
        firmBytes: bytesOf(firmCharacters),
        visibleAtEndBytes: bytesOf(visibleAtEnd),
      }
    })
}

function revealingCount(length: number): number {
  return Math.min(length, Math.max(revealingCharacters, Math.ceil((length * 2) / 3)))
}

/** What of the Base64 of a text depends on the secret in it alone, at each of the three places where it may begin. */
function base64FormsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  if (bytes.length < shortestInBase64Bytes) return []
  return (['base64', 'base64url'] as const).flatMap(encoding =>
    [0, 1, 2].map(before => {
      const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding)
      return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    }),
  )
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Nothing in it is a secret, and it reads as it is. */
function isFree(bytes: Uint8Array, patterns: readonly Pattern[], hasSpaces: boolean): boolean {
  const whole = bufferOf(bytes)
  return !patterns.some(({ revealing }) => whole.includes(revealing)) && !hasOtherViews(whole, hasSpaces)
}

/** For text that is whole: nothing of it comes later. */
export function maskText(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text
  const mask = createSecretMask(secrets)
  return Buffer.concat([mask.push(Buffer.from(text)), mask.finish()]).toString()
}

/** Overlapping ones too, and telling beginnings, as far as they go. */
function eachOccurrence(
  seen: Buffer,
  { bytes, revealing }: Pattern,
  visit: (at: number, end: number) => void,
): void {
  let wholeUntil = 0
  for (let at = seen.indexOf(revealing); at !== -1; at = seen.indexOf(revealing, at + 1)) {
    let length = revealing.length
    while (length < bytes.length && seen[at + length] === bytes[length]) length += 1
    const isWhole = length === bytes.length
    // Within a whole one, what repeats its beginning says nothing about the text behind it.
    if (!isWhole && at < wholeUntil) continue
    visit(at, at + length)
    if (isWhole) wholeUntil = at + length
  }
}

/** Where the earliest ending lies that is the beginning of a secret, and of four characters of one; else the length. */
function beginningIn(seen: Buffer, patterns: readonly Pattern[]): { loose: number; firm: number } {
  let loose = seen.length
  let firm = seen.length
  for (const { bytes, firmBytes } of patterns) {
    const [earliest] = beginningsOf(seen, bytes)
    if (earliest === undefined) continue
    loose = Math.min(loose, earliest)
    if (seen.length - earliest >= firmBytes) firm = Math.min(firm, earliest)
  }
  return { loose, firm }
}

/** Where endings lie that are the beginning of a secret, the longest first. */
function* beginningsOf(seen: Buffer, pattern: Buffer): Generator<number> {
  for (let at = Math.max(0, seen.length - pattern.length + 1); at < seen.length; at++) {
    if (seen.compare(pattern, 0, seen.length - at, at) === 0) yield at
  }
}
