// Reads a .properties text into its entries with their places: escapes, continuation lines, comments.

export interface PropertyEntry {
  key: string
  value: string
  start: number
  keyEnd: number
  valueStart: number
  /** After the last character of the value, continuation lines included, before the line break. */
  end: number
  /** Ends in a backslash at the very end of the text: whatever is added there would belong to it. */
  isOpen: boolean
}

const lineStart = /[ \t\f]*/y
/** Up to a separator; what is escaped does not separate. */
const keyPattern = /(?:\\(?:\r\n[ \t\f]*|[\n\r][ \t\f]*|[\s\S]|$)|[^\\=: \t\f\r\n])*/y
const separatorPattern = /(?:[ \t\f]|\\(?:\r\n|[\n\r]))*[=:]?(?:[ \t\f]|\\(?:\r\n|[\n\r]))*/y
const valuePattern = /(?:\\(?:\r\n[ \t\f]*|[\n\r][ \t\f]*|[\s\S]|$)|[^\\\r\n])*/y
const restOfLine = /[^\r\n]*/y
const breakPattern = /\r\n|[\n\r]/y

export function readProperties(text: string): PropertyEntry[] {
  const entries: PropertyEntry[] = []
  for (let at = 0; at < text.length; ) {
    const start = skip(lineStart, text, at)
    const first = text[start]
    if (first === '#' || first === '!' || first === undefined || first === '\n' || first === '\r') {
      at = skip(breakPattern, text, skip(restOfLine, text, start))
      continue
    }
    const keyEnd = skip(keyPattern, text, start)
    const valueStart = skip(separatorPattern, text, keyEnd)
    const end = skip(valuePattern, text, valueStart)
    const raw = text.slice(valueStart, end)
    entries.push({
      key: unescapeProperty(text.slice(start, keyEnd)),
      value: unescapeProperty(raw),
      start,
      keyEnd,
      valueStart,
      end,
      isOpen: end === text.length && /(?<!\\)(?:\\\\)*\\$/.test(text.slice(start, end)),
    })
    at = skip(breakPattern, text, end)
  }
  return entries
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

const named: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f' }

export function unescapeProperty(raw: string): string {
  return raw.replace(
    /\\(?:u([0-9a-fA-F]{4})|(?:\r\n|[\n\r])[ \t\f]*|([\s\S])|$)/g,
    (_, code?: string, letter?: string) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
      return letter === undefined ? '' : (named[letter] ?? letter)
    },
  )
}
