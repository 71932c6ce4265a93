// Tells whether bytes are text, and in which encoding, however long they are: it sees every byte and keeps almost none.

import { isUtf8 } from 'node:buffer'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/**
 * `encoding`: the bytes are text in it, without a single control character.
 * `is8Bit`: no encoding is certain, but no byte says otherwise, as in a configuration of the days before UTF-8.
 */
export interface TextVerdict {
  encoding: TextEncoding | null
  is8Bit: boolean
}

export interface TextSniffer {
  push(chunk: Uint8Array): void
  end(): TextVerdict
}

const longestUtf8 = 4
/** UTF-16 without a mark shows itself by its spaces, digits and ends of lines: this share of all characters. */
const asciiShare = 1 / 8
/** After so many characters without that share nobody looks further. */
const enoughUnits = 4_096
/** A single NUL in a text looks like one such character. */
const leastAscii = 2

export function createTextSniffer(): TextSniffer {
  let head = Buffer.alloc(0)
  let hasControl = false
  const utf8 = createUtf8Check()
  const little = createUtf16Check(0)
  const big = createUtf16Check(1)
  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      if (head.length < 3) head = Buffer.concat([head, bytes.subarray(0, 3)]).subarray(0, 3)
      hasControl ||= hasNoText(bytes)
      if (!hasControl) utf8.push(bytes)
      little.push(bytes, startsWith(head, 0xff, 0xfe))
      big.push(bytes, startsWith(head, 0xfe, 0xff))
    },
    end() {
      const is8Bit = !hasControl
      if (startsWith(head, 0xff, 0xfe))
        return { encoding: little.isText(true) ? 'utf-16le' : null, is8Bit: false }
      if (startsWith(head, 0xfe, 0xff))
        return { encoding: big.isText(true) ? 'utf-16be' : null, is8Bit: false }
      if (!hasControl && utf8.isWhole()) return { encoding: 'utf-8', is8Bit }
      if (little.isText(false)) return { encoding: 'utf-16le', is8Bit: false }
      if (big.isText(false)) return { encoding: 'utf-16be', is8Bit: false }
      return { encoding: null, is8Bit }
    },
  }
}

function startsWith(bytes: Buffer, ...wanted: number[]): boolean {
  return wanted.every((byte, index) => bytes[index] === byte)
}

function createUtf8Check() {
  let isValid = true
  let rest = Buffer.alloc(0)
  return {
    push(chunk: Buffer): void {
      if (!isValid) return
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      const whole = bytes.length - unfinishedBytes(bytes)
      isValid = isUtf8(bytes.subarray(0, whole))
      rest = Buffer.from(bytes.subarray(whole))
    },
    isWhole: () => isValid && rest.length === 0,
  }
}

/** How many bytes at the end belong to a character that the next chunk may complete. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back < longestUtf8 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < lengthByFirstByte(byte) ? back : 0
  }
  return 0
}

function lengthByFirstByte(byte: number): number {
  if (byte >= 0xf0) return 4
  return byte >= 0xe0 ? 3 : 2
}

/** `highFirst`: 1 when the first byte of a character is the high one. */
function createUtf16Check(highFirst: 0 | 1) {
  let isValid = true
  let units = 0
  let asciiUnits = 0
  let awaitsLow = false
  let oddByte: number | null = null

  function take(unit: number): boolean {
    units += 1
    if (unit < 0x80) asciiUnits += 1
    const isLow = unit >= 0xdc00 && unit <= 0xdfff
    if (awaitsLow !== isLow) return false
    awaitsLow = unit >= 0xd800 && unit <= 0xdbff
    return !isNoText(unit)
  }

  return {
    push(chunk: Buffer, isMarked: boolean): void {
      let at = 0
      if (isValid && oddByte !== null && chunk.length > 0) {
        isValid = take(unitOf(oddByte, chunk[0] ?? 0, highFirst))
        oddByte = null
        at = 1
      }
      for (; isValid && at + 1 < chunk.length; at += 2) {
        isValid = take(unitOf(chunk[at] ?? 0, chunk[at + 1] ?? 0, highFirst))
        if (!isMarked && units === enoughUnits && asciiUnits < units * asciiShare) isValid = false
      }
      if (isValid && at < chunk.length) oddByte = chunk[at] ?? null
    },
    isText(isMarked: boolean): boolean {
      if (!isValid || awaitsLow || oddByte !== null) return false
      return isMarked || asciiUnits >= Math.max(leastAscii, units * asciiShare)
    },
  }
}

function unitOf(first: number, second: number, highFirst: 0 | 1): number {
  return highFirst === 1 ? (first << 8) | second : (second << 8) | first
}

/** Looks at eight bytes at once: this is done for every byte of every upload, and most are letters. */
function hasNoText(bytes: Buffer): boolean {
  const before = -bytes.byteOffset & 3
  if (bytes.length < before) return hasNoTextBetween(bytes, 0, bytes.length)
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + before, (bytes.length - before) >> 2)
  if (hasNoTextBetween(bytes, 0, before)) return true
  let at = 0
  for (; at + 1 < words.length; at += 2) {
    const [one, two] = [words[at] as number, words[at + 1] as number]
    // The highest bit of some byte stays when one of them is below a space.
    const isLow = (((one - 0x20202020) & ~one) | ((two - 0x20202020) & ~two)) & 0x80808080
    if (isLow !== 0 && hasNoTextBetween(bytes, before + at * 4, before + at * 4 + 8)) return true
  }
  return hasNoTextBetween(bytes, before + at * 4, bytes.length)
}

function hasNoTextBetween(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++)
    if ((bytes[at] as number) < 0x20 && isNoText(bytes[at] as number)) return true
  return false
}

/** What no text contains: all below a space but tab, the ends of lines and pages, and escape. */
function isNoText(unit: number): boolean {
  if (unit >= 0x20) return unit === 0xfffe || unit === 0xffff
  return unit < 0x09 || unit === 0x0b || (unit > 0x0d && unit !== 0x1b)
}
