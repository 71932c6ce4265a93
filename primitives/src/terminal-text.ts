// What of a game's output may be shown as text: everything but control sequences, of which colors alone stay.
//
// A terminal obeys what is printed to it: titles, clipboard, links, answers typed back into it. A console is text, so
// nothing of that gets through, wherever the stream is cut into pieces. Attach, which is a terminal, does not use this.

export interface HarmlessText {
  bytes: Uint8Array
  /** How many bytes have been looked at; the rest may be the beginning of a sequence and belongs before what follows. */
  takenBytes: number
  /** The end lies inside a string that a terminal would not show: hand it over with what follows. */
  isInString: boolean
}

const bell = 0x07
const newline = 0x0a
const escapeByte = 0x1b
const bracket = 0x5b
const backslash = 0x5c
const finalOfColors = 0x6d
/** In UTF-8 the control characters from U+0080 to U+009F begin with this byte. */
const leadOfControls = 0xc2
const controlStringEnd = 0x9c

/** Longer ones are no sequences of anything: they are dropped so far as they go. */
const sequenceLimitBytes = 64

/** After ESC, or as U+0080 + (letter - 0x40): OSC, DCS, SOS, PM, APC. */
const stringOpeners: readonly number[] = [0x5d, 0x50, 0x58, 0x5e, 0x5f]

/** Bytes that are looked at: control characters but tab, newline and return, and the lead of more of them. */
const isSpecial = Uint8Array.from({ length: 256 }, (_, byte) => {
  const isRetained = byte === 0x09 || byte === newline || byte === 0x0d
  return Number((byte < 0x20 && !isRetained) || byte === 0x7f || byte === leadOfControls)
})

/** Nothing may follow that is still to be looked at: what is left over is dropped. */
export function harmlessString(bytes: Uint8Array): string {
  return new TextDecoder().decode(harmlessText(bytes, false).bytes)
}

/** The same without colors. */
export function plainString(bytes: Uint8Array): string {
  const retained = new Uint8Array(bytes.length)
  let length = 0
  const text = (from: number, end: number) => {
    retained.set(bytes.subarray(from, end), length)
    length += end - from
  }
  readTerminal(bytes, false, { text, colors: () => {} })
  return new TextDecoder().decode(retained.subarray(0, length))
}

export function harmlessText(bytes: Uint8Array, isInString: boolean): HarmlessText {
  if (!isInString && !hasControls(bytes)) return { bytes, takenBytes: bytes.length, isInString }
  const retained = new Uint8Array(bytes.length)
  let length = 0
  const keep = (from: number, end: number) => {
    retained.set(bytes.subarray(from, end), length)
    length += end - from
  }
  const end = readTerminal(bytes, isInString, { text: keep, colors: keep })
  return { bytes: retained.subarray(0, length), ...end }
}

/** False: all of it is text. */
export function hasControls(bytes: Uint8Array): boolean {
  return nextSpecial(bytes, messageOf(bytes), 0) < bytes.length
}

interface TerminalReader {
  text(from: number, end: number): void
  colors(from: number, end: number): void
}

/** Tells in order where text lies, and sequences about colors; everything else is passed over. */
export function readTerminal(
  bytes: Uint8Array,
  isInString: boolean,
  reader: TerminalReader,
): Omit<HarmlessText, 'bytes'> {
  let at = 0
  if (isInString) {
    const end = stringEnd(bytes, 0)
    if (end.isOpen) return { takenBytes: end.at, isInString: true }
    at = end.at
  }
  const asText = messageOf(bytes)
  const next = () => nextSpecial(bytes, asText, at)
  for (let special = next(); special < bytes.length; special = next()) {
    reader.text(at, special)
    const sequence = readSequence(bytes, special)
    if (sequence.is === 'unfinished') return { takenBytes: special, isInString: false }
    if (sequence.is === 'open string') return { takenBytes: sequence.end, isInString: true }
    if (sequence.is === 'text') reader.text(special, sequence.end)
    if (sequence.is === 'colors') reader.colors(special, sequence.end)
    at = sequence.end
  }
  reader.text(at, bytes.length)
  return { takenBytes: bytes.length, isInString: false }
}

/** Shorter ones are not worth the preparation. */
const worthWordsBytes = 64

/** The same bytes, four at a time: `words[0]` begins at `firstByte`. */
interface Words {
  words: Int32Array
  firstByte: number
}

function messageOf(bytes: Uint8Array): Words | null {
  if (bytes.length < worthWordsBytes) return null
  const firstByte = -bytes.byteOffset & 3
  const count = (bytes.length - firstByte) >> 2
  return { words: new Int32Array(bytes.buffer, bytes.byteOffset + firstByte, count), firstByte }
}

/** Where the first byte lies from `from` on that is looked at; `inWords` are the same bytes. */
function nextSpecial(bytes: Uint8Array, asText: Words | null, from: number): number {
  const { length } = bytes
  let at = from
  if (asText) {
    const { words, firstByte } = asText
    for (; at < length && ((at - firstByte) & 3) !== 0; at++) if (isSpecial[bytes[at] as number]) return at
    let index = afterHarmlessFours(words, (at - firstByte) >> 2)
    while (index < words.length && !hasSpecial(words[index] as number)) index += 1
    at = Math.max(at, firstByte + index * 4)
  }
  while (at < length && !isSpecial[bytes[at] as number]) at += 1
  return at
}

/** The same four words at a time, which is worth twice the speed; gives the first word that is not passed over so. */
function afterHarmlessFours(words: Int32Array, from: number): number {
  let index = from
  for (; index + 3 < words.length; index += 4) {
    const one = words[index] as number
    const two = words[index + 1] as number
    const three = words[index + 2] as number
    const four = words[index + 3] as number
    // The top bits are clear when all bytes are letters: none below 0x20, none from 0x7f on.
    const marks =
      (one - 0x20202020) |
      one |
      (one + 0x01010101) |
      ((two - 0x20202020) | two | (two + 0x01010101)) |
      ((three - 0x20202020) | three | (three + 0x01010101)) |
      ((four - 0x20202020) | four | (four + 0x01010101))
    if ((marks & 0x80808080) === 0) continue
    if (hasSpecial(one) || hasSpecial(two) || hasSpecial(three) || hasSpecial(four)) break
  }
  return index
}

function hasSpecial(word: number): boolean {
  return Boolean(
    (isSpecial[word & 0xff] as number) |
      (isSpecial[(word >> 8) & 0xff] as number) |
      (isSpecial[(word >> 16) & 0xff] as number) |
      (isSpecial[word >>> 24] as number),
  )
}

type Sequence = { is: 'text' | 'colors' | 'dropped' | 'open string'; end: number } | { is: 'unfinished' }

function readSequence(bytes: Uint8Array, at: number): Sequence {
  const first = bytes[at] ?? 0
  if (first !== escapeByte && first !== leadOfControls) return { is: 'dropped', end: at + 1 }
  const second = bytes[at + 1]
  if (second === undefined) return { is: 'unfinished' }
  if (first === leadOfControls) {
    // Left standing alone before something that is dropped, it would make a control character of what comes then.
    if (isSpecial[second]) return { is: 'dropped', end: at + 1 }
    if (second < 0x80 || second > 0x9f) return { is: 'text', end: at + 1 }
    return readOpened(bytes, second - 0x40, at + 2, at + 2)
  }
  return readOpened(bytes, second, at + 2, at + 1)
}

/** `otherwise`: where to go on when nothing of length was opened. */
function readOpened(bytes: Uint8Array, opener: number, from: number, otherwise: number): Sequence {
  if (opener === bracket) return readParameters(bytes, from)
  if (stringOpeners.includes(opener)) {
    const end = stringEnd(bytes, from)
    return { is: end.isOpen ? 'open string' : 'dropped', end: end.at }
  }
  if (opener >= 0x20 && opener <= 0x2f) return readIntermediates(bytes, from)
  const isShortSequence = opener >= 0x30 && opener <= 0x7e
  return { is: 'dropped', end: isShortSequence ? from : otherwise }
}

/** Parameters, then one final byte. Only a plain list of numbers that ends in `m` is about colors. */
function readParameters(bytes: Uint8Array, from: number): Sequence {
  const limit = from + sequenceLimitBytes
  let isPlain = bytes[from - 1] === bracket
  for (let at = from; at < limit; at++) {
    const byte = bytes[at]
    if (byte === undefined) return { is: 'unfinished' }
    if (byte < 0x20 || byte > 0x7e) return { is: 'dropped', end: at }
    if (byte >= 0x40) return { is: isPlain && byte === finalOfColors ? 'colors' : 'dropped', end: at + 1 }
    isPlain &&= byte >= 0x30 && byte <= 0x3b
  }
  return { is: 'dropped', end: limit }
}

function readIntermediates(bytes: Uint8Array, from: number): Sequence {
  const limit = from + sequenceLimitBytes
  for (let at = from; at < limit; at++) {
    const byte = bytes[at]
    if (byte === undefined) return { is: 'unfinished' }
    if (byte < 0x20 || byte > 0x7e) return { is: 'dropped', end: at }
    if (byte > 0x2f) return { is: 'dropped', end: at + 1 }
  }
  return { is: 'dropped', end: limit }
}

/** Where a string ends, its terminator included; at a newline too, so that one that never ends hides one line only. */
function stringEnd(bytes: Uint8Array, from: number): { at: number; isOpen: boolean } {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === newline) return { at, isOpen: false }
    if (byte === bell || byte === 0x18 || byte === 0x1a) return { at: at + 1, isOpen: false }
    if (byte !== escapeByte && byte !== leadOfControls) continue
    const next = bytes[at + 1]
    if (next === undefined) return { at, isOpen: true }
    // Any other escape sequence ends the string and begins anew.
    if (byte === escapeByte) return { at: next === backslash ? at + 2 : at, isOpen: false }
    if (next === controlStringEnd) return { at: at + 2, isOpen: false }
  }
  return { at: bytes.length, isOpen: true }
}
