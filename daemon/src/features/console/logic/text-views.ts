// What a stretch of output reads as: without what a terminal does not show, and with the escapes of JSON, of addresses and
// of HTML undone. Every byte of such a view knows which bytes of the output it came from.

import { hasControls, readTerminal } from '@rookery/primitives/terminal-text.ts'

export interface TextView {
  bytes: Buffer
  /** Where an escape begins, in the output, whose end has not come yet; the output's length when there is none. */
  openFrom: number
  /** Names the places in the output of the bytes from `from` up to `end`. */
  eachSource(from: number, end: number, visit: (from: number, end: number) => void): void
  /** Where in the output the byte begins; the output's length for the end. */
  sourceOf(index: number): number
}

/** Texts have one letter per byte. */
interface Escaping {
  /** Every escape of this kind begins with one of these. */
  leads: readonly string[]
  /** A whole escape. */
  pattern: RegExp
  /** The end of a text that may be the beginning of an escape. */
  open: RegExp
  decode(found: string): string
}

const bytesOf = (text: string) => Buffer.from(text).toString('latin1')
const byteOf = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

/** As in JSON and in the strings of most languages: `\"`, `\u0022`, `\x22`. Letters of control characters stay. */
const inStrings: Escaping = {
  leads: ['\\'],
  pattern: /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u[0-9a-f]{4}|x[0-9a-f]{2}|[^0-9a-z])/gi,
  open: /\\(?:ud[89ab][0-9a-f]{2}(?:\\(?:u[0-9a-f]{0,3})?)?|u[0-9a-f]{0,3}|x[0-9a-f]?)?$/i,
  decode(found) {
    if (/^\\x\w/i.test(found)) return byteOf(found.slice(2))
    if (!/^\\u\w/i.test(found)) return found.slice(1)
    const units = found.match(/[0-9a-f]{4}/gi) ?? []
    return bytesOf(String.fromCharCode(...units.map(unit => Number.parseInt(unit, 16))))
  },
}

/** As in addresses: `%22`. */
const inAddresses: Escaping = {
  leads: ['%'],
  pattern: /%[0-9a-f]{2}/gi,
  open: /%[0-9a-f]?$/i,
  decode: found => byteOf(found.slice(1)),
}

/** As in forms, where a plus is a space. */
const inForms: Escaping = {
  ...inAddresses,
  leads: ['+'],
  pattern: /\+|%[0-9a-f]{2}/gi,
  decode: found => (found === '+' ? ' ' : byteOf(found.slice(1))),
}

const entities: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }

const inPages: Escaping = {
  leads: ['&'],
  pattern: /&(?:quot|amp|lt|gt|apos|#\d{1,6}|#x[0-9a-f]{1,5});/gi,
  open: /&(?:[a-z]{0,4}|#\d{0,6}|#x[0-9a-f]{0,5})$/i,
  decode(found) {
    const name = found.slice(1, -1).toLowerCase()
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return entities[name] ?? bytesOf(String.fromCodePoint(code))
  },
}

/** An escape of an escape is undone too; one of that is taken for what it is. */
const depthLimit = 2
/** No escape is longer. */
const longestEscape = 12

function escapings(hasSpaces: boolean): Escaping[] {
  return [inStrings, inAddresses, inPages, ...(hasSpaces ? [inForms] : [])]
}

/** All views of the output, itself first. `hasSpaces`: whether a plus is worth being read as a space. */
export function* viewsOf(output: Buffer, hasSpaces: boolean): Generator<TextView> {
  const kinds = escapings(hasSpaces)
  yield* withDecoded(wholeView(output), kinds, depthLimit)
  if (hasControls(output)) yield* withDecoded(visibleView(output), kinds, depthLimit)
}

/** False: the output has one view only, itself. */
export function hasOtherViews(output: Buffer, hasSpaces: boolean): boolean {
  return escapings(hasSpaces).some(kind => hasLead(output, kind)) || hasControls(output)
}

function hasLead(bytes: Buffer, { leads }: Escaping): boolean {
  return leads.some(lead => bytes.includes(lead))
}

function* withDecoded(view: TextView, kinds: readonly Escaping[], depth: number): Generator<TextView> {
  yield view
  if (depth === 0) return
  for (const kind of kinds) {
    const decoded = hasLead(view.bytes, kind) ? decodedView(view, kind) : null
    if (decoded) yield* withDecoded(decoded, kinds, depth - 1)
  }
}

function wholeView(bytes: Buffer): TextView {
  return {
    bytes,
    openFrom: bytes.length,
    eachSource: (from, end, visit) => visit(from, end),
    sourceOf: index => index,
  }
}

function visibleView(output: Buffer): TextView {
  const spans: { from: number; end: number }[] = []
  readTerminal(output, false, { text: (from, end) => void spans.push({ from, end }), colors: () => {} })
  const bytes = Buffer.concat(spans.map(({ from, end }) => output.subarray(from, end)))
  const sourceOf = (index: number) => {
    let left = index
    for (const { from, end } of spans) {
      if (left < end - from) return from + left
      left -= end - from
    }
    return output.length
  }
  return {
    bytes,
    openFrom: output.length,
    sourceOf,
    eachSource(from, end, visit) {
      for (let index = from; index < end; index++) visit(sourceOf(index), sourceOf(index) + 1)
    },
  }
}

/** Null when nothing is escaped. */
function decodedView(parent: TextView, { pattern, open, decode }: Escaping): TextView | null {
  const text = parent.bytes.toString('latin1')
  const tail = Math.max(0, text.length - longestEscape)
  const openInTail = open.exec(text.slice(tail))?.index
  const end = openInTail === undefined ? text.length : tail + openInTail
  const whole = text.slice(0, end)
  const decoded = whole.replaceAll(pattern, found => decode(found))
  if (openInTail === undefined && decoded === text) return null
  // Most views are looked at and found harmless: where their bytes came from is worked out for the others only.
  let places: Places | null = null
  const placesOf = () => {
    places ??= findPlaces(whole, { pattern, decode }, decoded.length)
    return places
  }
  return {
    bytes: Buffer.from(decoded, 'latin1'),
    openFrom: openInTail === undefined ? parent.openFrom : Math.min(parent.openFrom, parent.sourceOf(end)),
    eachSource(from, until, visit) {
      const { starts, ends } = placesOf()
      for (let index = from; index < until; index++) {
        parent.eachSource(starts[index] as number, ends[index] as number, visit)
      }
    },
    sourceOf: index => parent.sourceOf(placesOf().starts[index] as number),
  }
}

/** For every decoded byte, where in the text it begins and ends. */
interface Places {
  starts: Int32Array
  ends: Int32Array
}

function findPlaces(
  text: string,
  { pattern, decode }: Pick<Escaping, 'pattern' | 'decode'>,
  decodedLength: number,
): Places {
  const starts = new Int32Array(decodedLength + 1)
  const ends = new Int32Array(decodedLength + 1)
  let count = 0
  let at = 0
  const keepUntil = (end: number) => {
    for (; at < end; at++, count++) {
      starts[count] = at
      ends[count] = at + 1
    }
  }
  for (const { 0: found, index } of text.matchAll(pattern)) {
    keepUntil(index)
    const size = decode(found).length
    starts.fill(at, count, count + size)
    ends.fill(at + found.length, count, count + size)
    count += size
    at += found.length
  }
  keepUntil(text.length)
  starts[count] = at
  return { starts, ends }
}
