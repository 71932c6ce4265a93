// Cuts bytes at the border of a UTF-8 character, so that a character split over two chunks is never broken.

/** How many bytes at the end belong to a character that is not complete yet (0 to 3). */
export function unfinishedTailBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0b1100_0000) === 0b1000_0000) continue
    return characterBytes(byte) > back ? back : 0
  }
  return 0
}

/** How many bytes at the start belong to a character whose beginning is no longer there (0 to 3). */
export function orphanedHeadBytes(bytes: Uint8Array): number {
  let count = 0
  while (count < Math.min(3, bytes.length) && ((bytes[count] ?? 0) & 0b1100_0000) === 0b1000_0000) count++
  return count
}

function characterBytes(firstByte: number): number {
  if (firstByte >= 0b1111_0000) return 4
  if (firstByte >= 0b1110_0000) return 3
  return firstByte >= 0b1100_0000 ? 2 : 1
}
