// Whether a line is in a large sorted text.

const lineEnd = 10

/**
 * Looked up without splitting the text: a large list costs its bytes and not an object for every line. `text` holds
 * lines in the order of their bytes, every one ended by a line feed.
 */
export function hasLine(text: Buffer, line: Buffer): boolean {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = middle === 0 ? 0 : text.lastIndexOf(lineEnd, middle - 1) + 1
    const end = text.indexOf(lineEnd, middle)
    const order = text.compare(line, 0, line.length, start, end)
    if (order === 0) return true
    if (order < 0) low = end + 1
    else high = start
  }
  return false
}
