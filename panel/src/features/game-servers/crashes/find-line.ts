// Tries an expression of a template on the last lines of a game; one that takes too long finds nothing.

import { compilePattern, PatternTooSlow } from '@rookery/primitives/patterns/pattern.ts'
import type { FindLine } from '../logic/crash-causes.ts'

/** No line of a log that means something is longer. */
const lineChars = 2_000

export const findLine: FindLine = (pattern, lines) => {
  const expression = compilePattern(pattern)
  try {
    return lines.findLast(line => expression?.test(line.slice(0, lineChars))) ?? null
  } catch (error) {
    if (error instanceof PatternTooSlow) return null
    throw error
  }
}
