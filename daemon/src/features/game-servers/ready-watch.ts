// Waits in a game's output for the line that says it is ready; an expression that takes too long is given up.

import { createContext, Script } from 'node:vm'
import {
  createLineReader,
  expressionLineChars,
  parseReadyPattern,
  type ReadyPattern,
} from './logic/ready-pattern.ts'

/**
 * What one piece of output may cost; backtracking expressions can otherwise take for ever. The clock alone does not
 * judge: on a busy machine it runs on while this thread waits for its turn.
 */
const expressionLimitMs = 100

const judgeLines = new Script('lines.some(line => expression.test(line))')

export type ReadyVerdict = 'ready' | 'ended' | 'pattern_too_slow'

/** `ended` when the output ended, or was no longer wanted, before the pattern was seen. */
export async function watchForReady(
  pattern: string,
  output: AsyncIterable<{ bytes: Uint8Array }>,
): Promise<ReadyVerdict> {
  const judge = createJudge(parseReadyPattern(pattern))
  const readLines = createLineReader()
  for await (const { bytes } of output) {
    const verdict = judge(readLines(bytes))
    if (verdict !== null) return verdict
  }
  return 'ended'
}

/** An expression is tried in a context of its own, which alone can be told to give up. */
function createJudge(pattern: ReadyPattern): (lines: string[]) => ReadyVerdict | null {
  if (pattern.kind === 'text')
    return lines => (lines.some(line => line.includes(pattern.text)) ? 'ready' : null)
  const scope = { expression: pattern.expression, lines: [] as string[] }
  const context = createContext(scope)
  return lines => {
    scope.lines = lines.map(line => line.slice(0, expressionLineChars))
    const began = process.threadCpuUsage()
    for (;;) {
      try {
        return judgeLines.runInContext(context, { timeout: expressionLimitMs }) === true ? 'ready' : null
      } catch {
        const { user, system } = process.threadCpuUsage(began)
        if (user + system >= expressionLimitMs * 1000) return 'pattern_too_slow'
      }
    }
  }
}
