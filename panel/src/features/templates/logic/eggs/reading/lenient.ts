// Shapes that take what eggs in the wild hold: numbers for texts, nothing for lists, JSON inside of texts.

import * as z from 'zod'

/** Also nothing at all. */
export const anything = z.unknown().optional()

const scalar = z.union([z.string(), z.number(), z.boolean()])
const writtenScalar = scalar.transform(value =>
  typeof value === 'boolean' ? String(Number(value)) : String(value),
)

/** Nothing, a list or an object count as an empty text. */
export const text = writtenScalar.catch('')

export const textOrNull = writtenScalar
  .nullish()
  .transform(value => value || null)
  .catch(null)

/** A missing flag counts as false; `1` and `"1"` as true. */
export const flag = anything.transform(
  value => value === true || value === 1 || value === '1' || value === 'true',
)

/** A list, one text with a line each, or an object whose values count. */
export const texts = anything.transform(value => {
  const list = typeof value === 'string' ? value.split(/\r?\n/) : Object.values(asObject(value))
  return list.flatMap(entry => {
    const written = writtenScalar.safeParse(entry).data?.trim()
    return written ? [written] : []
  })
})

/** An object or list, also as JSON inside of a text; anything else counts as an empty one. */
export const nested = anything.transform(value => asObject(typeof value === 'string' ? parsed(value) : value))

/** Own entries only: a key such as `__proto__` is a name like any other. */
export function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(asObject(value))
}

export function entryOf(object: unknown, key: string): unknown {
  return entriesOf(object).find(([name]) => name === key)?.[1]
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** Why JSON inside of a text cannot be read, or null. */
export function nestedProblem(value: unknown): string | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  try {
    JSON.parse(value)
    return null
  } catch {
    return 'its JSON cannot be read, so it counts as empty'
  }
}
