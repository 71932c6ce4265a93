// Finds one value in a JSON document: `a.b[0]`, `[-1]` for the last, `[id=1.21]` for the entry whose field has this value.

type Part = { name: string } | { index: number } | { field: string; value: string }

export type JsonFinding = { value: string } | { problem: string }

const token = /([^.[\]]+)|\[(-?\d+)\]|\[([^\]=[]+)=([^\]]*)\]|\.(?=[^.[\]])/y

export function findInJson(document: unknown, where: string): JsonFinding {
  const parts = readParts(where)
  if (parts === null) {
    return { problem: `the place ${JSON.stringify(where)} is not understood: a.b[0], [-1] or [field=value]` }
  }
  let found = document
  for (const part of parts) {
    found = step(found, part)
    if (found === undefined) {
      return { problem: `the answer has nothing at ${JSON.stringify(where)} (${messageOf(part)} is missing)` }
    }
  }
  if (typeof found === 'string' || typeof found === 'boolean') return { value: String(found) }
  if (typeof found === 'number') return { value: String(found) }
  const kind = found === null ? 'null' : Array.isArray(found) ? 'a list' : 'an object'
  return { problem: `at ${JSON.stringify(where)} the answer has ${kind}, not a text or number` }
}

function readParts(where: string): Part[] | null {
  const parts: Part[] = []
  token.lastIndex = 0
  while (token.lastIndex < where.length) {
    const match = token.exec(where)
    if (match === null) return null
    const [, name, index, field, value] = match
    if (name !== undefined) parts.push({ name })
    else if (index !== undefined) parts.push({ index: Number(index) })
    else if (field !== undefined) parts.push({ field, value: value ?? '' })
  }
  return parts
}

function step(found: unknown, part: Part): unknown {
  if ('index' in part) return Array.isArray(found) ? found.at(part.index) : undefined
  if ('field' in part) {
    if (!Array.isArray(found)) return undefined
    return found.find(entry => String(own(entry, part.field)) === part.value)
  }
  return own(found, part.name)
}

/** What an object inherits is not in the document. */
function own(found: unknown, name: string): unknown {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined
  return Object.hasOwn(found, name) ? (found as Record<string, unknown>)[name] : undefined
}

function messageOf(part: Part): string {
  if ('index' in part) return `entry ${part.index}`
  return 'field' in part ? `an entry with ${part.field} = ${part.value}` : part.name
}
