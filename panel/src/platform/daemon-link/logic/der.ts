// Writes and strictly reads the few DER shapes that certificates and certificate requests are made of.

const tags = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

export type DerShape = keyof typeof tags

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 | bytes.length, ...bytes]
}

function tagged(tag: number, parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Uint8Array.from([tag, ...lengthBytes(content.length)]), content])
}

export const der = (shape: DerShape, ...parts: Uint8Array[]): Buffer => tagged(tags[shape], parts)

/** A context-specific tag that wraps other shapes, written [n] in the standards. */
export const derWrapped = (number: number, ...parts: Uint8Array[]): Buffer => tagged(0xa0 | number, parts)

/** A context-specific tag that holds bytes itself, such as a URI among alternative names. */
export const derPlain = (number: number, content: Uint8Array): Buffer => tagged(0x80 | number, [content])

export const derBits = (bits: Uint8Array, unusedBits = 0): Buffer =>
  der('bitString', Uint8Array.of(unusedBits), bits)

export const derTrue = (): Buffer => tagged(0x01, [Uint8Array.of(0xff)])

export function derObjectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const arc of others) {
    const septets = [arc % 128]
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) {
      septets.unshift(0x80 | (rest % 128))
    }
    bytes.push(...septets)
  }
  return der('objectId', Uint8Array.from(bytes))
}

/** Years before 2050 take the short form, as RFC 5280 demands. */
export function derTime(time: Date): Buffer {
  const digits = time.toISOString().replace(/[-:T]|\.\d+/g, '')
  return time.getUTCFullYear() < 2050
    ? der('utcTime', Buffer.from(digits.slice(2)))
    : der('generalizedTime', Buffer.from(digits))
}

export interface DerElement {
  tag: number
  content: Buffer
  /** Tag, length and content as they stand. */
  whole: Buffer
  rest: Buffer
}

/** The first element of `bytes`; null when it is cut short or not in the one permitted encoding. */
export function readDer(bytes: Buffer): DerElement | null {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) return null
  const lengthSize = first < 0x80 ? 0 : first & 0x7f
  if (lengthSize > 3 || first === 0x80 || bytes.length < 2 + lengthSize) return null
  const length = lengthSize === 0 ? first : bytes.readUIntBE(2, lengthSize)
  const start = 2 + lengthSize
  if (lengthBytes(length).length !== 1 + lengthSize || bytes.length < start + length) return null
  const end = start + length
  return {
    tag,
    content: bytes.subarray(start, end),
    whole: bytes.subarray(0, end),
    rest: bytes.subarray(end),
  }
}

/** The elements inside a sequence; null when `element` is no sequence or holds anything unreadable. */
export function readSequence(element: DerElement | null): DerElement[] | null {
  if (element?.tag !== tags.sequence) return null
  const elements: DerElement[] = []
  for (let rest = element.content; rest.length > 0; ) {
    const next = readDer(rest)
    if (!next) return null
    elements.push(next)
    rest = next.rest
  }
  return elements
}
