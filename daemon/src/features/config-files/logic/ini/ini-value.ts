// How a value stands in an ini file: bare, or in quotes where it was so or could not be told from a comment.

export function decodeIniValue(raw: string): string {
  return isQuoted(raw) ? raw.slice(1, -1).replace(/\\(["\\])/g, '$1') : raw
}

/** What is read back as `value`: quotes stay, and are added only where they must be. */
export function encodeIniValue(value: string, present: string | null): string {
  const mustBeQuoted = /^\s|\s$|^;|[ \t];/.test(value) || (value.startsWith('"') && !isQuoted(value))
  const wasQuoted = present !== null && isQuoted(present)
  return mustBeQuoted || (wasQuoted && !isQuoted(value)) ? quote(value) : value
}

/** A backslash is doubled only where it would be taken for an escape: paths stay as people write them. */
export function quote(value: string): string {
  return `"${value.replace(/\\(?=["\\]|$)/g, '\\\\').replaceAll('"', '\\"')}"`
}

export function isQuoted(raw: string): boolean {
  return /^"(?:\\.|[^"\\])*"$/.test(raw)
}
