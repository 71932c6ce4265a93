// Puts the parts of an answer together and keeps at most so many bytes.

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
