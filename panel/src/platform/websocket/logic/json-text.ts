// Text as it stands inside a JSON string, made of its bytes without decoding them.

import { isUtf8 } from 'node:buffer'

/** Where one of these is in it, the general way is quicker than one search for each. */
const otherEscapes = ['"', '\\', '\t', '\u001b']

/**
 * The result is Latin-1: every character is one byte of the JSON. Of control characters the text may only have tab,
 * newline, return and escape. Bytes that are no UTF-8 become replacement characters.
 */
export function jsonTextOf(bytes: Uint8Array): string {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = (isUtf8(given) ? given : Buffer.from(given.toString('utf8'))).toString('latin1')
  if (otherEscapes.some(character => text.includes(character))) return JSON.stringify(text).slice(1, -1)
  const lines = text.replaceAll('\r\n', '\\r\\n')
  const withoutNewlines = lines.includes('\n') ? lines.replaceAll('\n', '\\n') : lines
  return withoutNewlines.includes('\r') ? withoutNewlines.replaceAll('\r', '\\r') : withoutNewlines
}
