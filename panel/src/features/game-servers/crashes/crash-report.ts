// "Why is it down?": how the last run ended, its last lines, and what they may mean.

import type { CrashReport } from '@rookery/contracts/crash-report.ts'
import type { Template } from '@rookery/contracts/template.ts'
import { compilePattern, PatternTooSlow } from '@rookery/primitives/patterns/pattern.ts'
import { crashCausesOf, type FindLine } from '../logic/crash-causes.ts'
import { isRepairPossible, suggestedRepair } from '../logic/repairs.ts'
import type { Viewer } from '../logic/variable-values.ts'
import { readableValues } from '../secret-values.ts'
import type { StoredGameServer } from '../stored-game-server.ts'

/** No line of a log that means something is longer. */
const lineChars = 2_000

/** Null unless it has crashed, or for those who may not read its console. */
export function crashReportOf(
  server: StoredGameServer,
  template: Template,
  viewer: Viewer,
  findLine: FindLine,
): CrashReport | null {
  if (server.state !== 'crashed' || !viewer.mayReadConsole) return null
  const exit = server.lastExit ?? { exit_code: null, signal: null, out_of_memory: false, last_lines: [] }
  const facts = {
    exitCode: exit.exit_code,
    outOfMemory: exit.out_of_memory,
    lastLines: exit.last_lines,
  }
  const plain = { ...server, variables: readableValues(server.variables) }
  const causes = crashCausesOf(facts, {
    hints: template.crash_hints,
    findLine,
    suggest: (cause, line) => suggestedRepair(cause, line, plain, template),
    isPossible: repair => isRepairPossible(repair, plain, template, viewer),
  })
  return { ...exit, causes }
}

/** Tries an expression of a template on the last lines of a game; one that takes too long finds nothing. */
export const findLine: FindLine = (pattern, lines) => {
  const expression = compilePattern(pattern)
  try {
    return lines.findLast(line => expression?.test(line.slice(0, lineChars))) ?? null
  } catch (error) {
    if (error instanceof PatternTooSlow) return null
    throw error
  }
}
