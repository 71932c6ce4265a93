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
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableJson(what, 'it is not JSON')
  }
  const read = shape.safeParse(value)
  if (read.success) return read.data
  const [first] = read.error.issues
  throw new UnreadableJson(
    what,
    `${first?.path.join('.') || 'all of it'}: ${first?.message ?? 'not as it should be'}`,
  )
}
