// Finds the fields of a body that its schema does not know, with the known field that was probably meant (A46).

import * as z from 'zod'

export interface UnknownField {
  /** From the top of the body: `sftp`, `prot`. */
  path: readonly string[]
  /** The nearest known field beside it; null when none is near. */
  nearest: string | null
}

/** Nobody reads more, and a body of a hundred thousand names must not cost more. */
const mostReported = 20
const longestCompared = 64

/** Free-form records and values that are no objects have no unknown fields. */
export function unknownFields(schema: unknown, value: unknown): UnknownField[] {
  const found: UnknownField[] = []
  walk(schema, value, [], found)
  return found.slice(0, mostReported)
}

function walk(schema: unknown, value: unknown, path: readonly string[], found: UnknownField[]): void {
  if (found.length >= mostReported) return
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(inner.element, item, [...path, String(index)], found)
  } else if (isPlainObject(value)) {
    walkObject(objectsIn(inner, value), value, path, found)
  }
}

function walkObject(
  shapes: readonly z.ZodObject[],
  value: Record<string, unknown>,
  path: readonly string[],
  found: UnknownField[],
): void {
  if (shapes.length === 0 || shapes.some(takesAnything)) return
  const known = new Map(shapes.flatMap(({ shape }) => Object.entries(shape)))
  for (const [name, item] of Object.entries(value)) {
    if (found.length >= mostReported) return
    const field = known.get(name)
    if (field === undefined)
      found.push({ path: [...path, name], nearest: nearestOf(name, [...known.keys()]) })
    else walk(field, item, [...path, name], found)
  }
}

/** Through everything that is written around a schema: optional, null, a default, a transformation. */
function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrapped(schema.unwrap())
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return unwrapped(schema.unwrap())
  if (schema instanceof z.ZodReadonly) return unwrapped(schema.unwrap())
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in)
  return schema
}

/** The object that a value is meant to be; of a union those that accept it, or all when none does. */
function objectsIn(schema: unknown, value: unknown): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema]
  if (!(schema instanceof z.ZodUnion)) return []
  const options = schema.options.map(unwrapped).filter(option => option instanceof z.ZodObject)
  const accepting = options.filter(option => option.loose().safeParse(value).success)
  return accepting.length > 0 ? accepting : options
}

function takesAnything({ def }: z.ZodObject): boolean {
  return def.catchall !== undefined && !(def.catchall instanceof z.ZodNever)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `memory_limit` and `memoryLimitBytes` are meant to be `memory_limit_bytes`, `prot` to be `port`. */
export function nearestOf(name: string, known: readonly string[]): string | null {
  if (name.length > longestCompared) return null
  const asked = lettersOf(name)
  const scored = known.map(candidate => ({ candidate, score: scoreOf(asked, lettersOf(candidate)) }))
  const near = scored.filter(({ score }) => score !== null) as { candidate: string; score: number }[]
  return near.toSorted((one, other) => one.score - other.score)[0]?.candidate ?? null
}

const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Smaller is nearer; null is too far. */
function scoreOf(asked: string, known: string): number | null {
  if (asked === known) return 0
  const shortest = Math.min(asked.length, known.length)
  const isBeginning = shortest >= 3 && (known.startsWith(asked) || asked.startsWith(known))
  if (isBeginning) return 1 + Math.abs(asked.length - known.length) / longestCompared
  const distance = editDistance(asked, known)
  return distance <= Math.max(1, Math.floor(shortest / 3)) ? 2 + distance : null
}

/** How many letters must be added, removed, replaced or swapped with their neighbor. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, replaced)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (isSwapped) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1)
      row.push(best)
    }
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
}

export function describeUnknownField({ path, nearest }: UnknownField): { field: string; message: string } {
  const field = path.join('.')
  const meant = nearest === null ? '' : ` Did you mean ${[...path.slice(0, -1), nearest].join('.')}?`
  return { field, message: `${field} is not a field of this request.${meant}` }
}
