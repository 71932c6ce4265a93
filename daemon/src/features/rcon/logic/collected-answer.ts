// Puts the parts of an answer together, keeps at most so many bytes, and cuts with a mark what is too long to show.

export interface CollectedAnswer {
  add(part: Uint8Array): void
  text(): string
}

/** Decoded as a whole: a character may lie across two parts. Zero bytes end texts on the wire and are no part of them. */
export function collectAnswer(limitBytes: number, encoding: 'utf8' | 'latin1' = 'utf8'): CollectedAnswer {
  const parts: Uint8Array[] = []
  let leftBytes = limitBytes
  return {
    add(part) {
      if (leftBytes === 0) return
      const retained = part.subarray(0, leftBytes)
      leftBytes -= retained.length
      parts.push(Uint8Array.from(retained))
    },
    text: () => Buffer.concat(parts).toString(encoding).replaceAll('\0', ''),
  }
}

const mark = (bytes: number) => `\n… cut here: the whole answer has ${bytes} bytes`
const markBytesAtMost = 64

/** The result has at most `limitBytes` bytes, mark included, and never ends inside a character. */
export function cutAnswer(text: string, limitBytes: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= limitBytes) return text
  let end = limitBytes - markBytesAtMost
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end).toString() + mark(bytes.length)
}
