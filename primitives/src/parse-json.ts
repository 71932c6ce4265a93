// Reads JSON that another program, another version or a person may have written: a column, a file, a report.

import type * as z from 'zod'

/** `what` begins the message of an error. That names places, never values: they may be secrets. */
export class UnreadableJson extends Error {
  constructor(what: string, problem: string) {
    super(`${what} cannot be read: ${problem}`)
  }
}

export function parseJson<Shape extends z.ZodType>(
  shape: Shape,
  text: string,
  what: string,
): z.output<Shape> {
  const value = valueIn(text)
  if (value === undefined) throw new UnreadableJson(what, 'it is not JSON')
  const read = shape.safeParse(value)
  if (read.success) return read.data
  const [first] = read.error.issues
  throw new UnreadableJson(
    what,
    `${first?.path.join('.') || 'all of it'}: ${first?.message ?? 'not as it should be'}`,
  )
}

/** null: it cannot be read. For what can be had anew, such as a value of a cache. */
export function parseJsonOrNull<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | null {
  return shape.safeParse(valueIn(text)).data ?? null
}

/** undefined, which no JSON says: it is not JSON. */
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
