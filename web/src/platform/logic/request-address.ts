// Builds the address of a call from an endpoint's path, its parameters and its query.

type Value = string | number | boolean | null | undefined

/** Fills `{name}` places, each value encoded; a missing or empty one is a mistake of the caller. */
export function fillPath(path: string, params: Record<string, Value> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') {
      throw new Error(`the path ${path} needs a value for {${name}}`)
    }
    const text = String(value)
    // A dot segment would be folded away by the browser and lead to another route.
    if (text === '.' || text === '..') throw new Error(`{${name}} of ${path} must not be "${text}"`)
    return encodeURIComponent(text)
  })
}

/** `?a=1&b=2`, or nothing; values that are not given are left out. */
export function queryText(query: Record<string, Value> = {}): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') pairs.append(name, String(value))
  }
  const text = pairs.toString()
  return text ? `?${text}` : ''
}
