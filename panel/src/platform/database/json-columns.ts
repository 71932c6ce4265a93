// Reads columns with JSON that people may edit by hand (5.5.9): text of another form reads as empty, never as an error.

/** An object of anything; `{}` for empty or damaged text and for JSON that is no object. */
export function readJsonObject(text: string): Record<string, unknown> {
  const value = parse(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : {}
}

/** The strings of an array; empty for null, empty or damaged text and for JSON that is no array. */
export function readJsonStrings(text: string | null): string[] {
  const value = text === null ? [] : parse(text)
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
