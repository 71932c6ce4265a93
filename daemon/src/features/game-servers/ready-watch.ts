// Waits in a game's output for the line that says it is ready; an expression that takes too long is given up.

import { PatternTooSlow } from '@rookery/primitives/patterns/pattern.ts'
import {
  createLineReader,
  expressionLineChars,
  parseReadyPattern,
  type ReadyPattern,
} from './logic/ready-pattern.ts'

export type ReadyVerdict = 'ready' | 'ended' | 'pattern_too_slow'

/** `ended` when the output ended, or was no longer wanted, before the pattern was seen. */
export async function watchForReady(
  pattern: string,
  output: AsyncIterable<{ bytes: Uint8Array }>,
): Promise<ReadyVerdict> {
  const isReady = createReadyCheck(parseReadyPattern(pattern))
  const readLines = createLineReader()
  for await (const { bytes } of output) {
    const verdict = isReady(readLines(bytes))
    if (verdict !== null) return verdict
  }
  return 'ended'
}

function createReadyCheck(pattern: ReadyPattern): (lines: string[]) => ReadyVerdict | null {
  if (pattern.kind === 'text')
    return lines => (lines.some(line => line.includes(pattern.text)) ? 'ready' : null)
  const { expression } = pattern
  return lines => {
    try {
      return lines.some(line => expression.test(line.slice(0, expressionLineChars))) ? 'ready' : null
    } catch (error) {
      if (error instanceof PatternTooSlow) return 'pattern_too_slow'
      throw error
    }
  }
}
