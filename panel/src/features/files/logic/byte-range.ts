// Which bytes of a file a Range header asks for (RFC 9110, section 14): one range, or the whole.

/** Sixteen digits would no longer be exact. */
const oneRange = /^bytes=(\d{0,15})-(\d{0,15})$/

export type ByteRange = 'whole' | 'unsatisfiable' | { start: number; end: number }

/**
 * What cannot be read is ignored, as the standard asks for. Several ranges are answered with the whole file: together
 * they could ask for more than it has (T-077).
 */
export function byteRangeOf(header: string | undefined, sizeBytes: number): ByteRange {
  const [matched, first = '', last = ''] = oneRange.exec(header?.trim() ?? '') ?? []
  if (matched === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') return suffixOf(Number(last), sizeBytes)
  const start = Number(first)
  const end = last === '' ? Number.MAX_SAFE_INTEGER : Number(last)
  if (end < start) return 'whole'
  return start >= sizeBytes ? 'unsatisfiable' : { start, end: Math.min(end, sizeBytes - 1) }
}

function suffixOf(lengthBytes: number, sizeBytes: number): ByteRange {
  if (lengthBytes === 0 || sizeBytes === 0) return 'unsatisfiable'
  return { start: Math.max(0, sizeBytes - lengthBytes), end: sizeBytes - 1 }
}
