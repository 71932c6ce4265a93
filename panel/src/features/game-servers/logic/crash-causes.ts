// What a crash may mean: the template's own hints first, then what is known of games in general.

import type { CrashReport } from '@rookery/contracts/crash-report.ts'
import type { CrashCause, CrashHint, CrashRepair } from '@rookery/contracts/template/crash-hints.ts'
import { generalCauses } from './general-causes.ts'

export interface CrashFacts {
  exitCode: number | null
  outOfMemory: boolean
  lastLines: readonly string[]
}

export type FoundCause = CrashReport['causes'][number]

/** The last line that an expression of a template matches, or null. */
export type FindLine = (pattern: string, lines: readonly string[]) => string | null

/** What may repair a general cause here; null where nothing does. */
export type SuggestRepair = (cause: CrashCause, line: string | null) => CrashRepair | null

interface CauseOptions {
  hints: readonly CrashHint[]
  findLine: FindLine
  suggest: SuggestRepair
  /** Whether whoever asks may have this repair done. */
  isPossible(repair: CrashRepair): boolean
}

/** Each cause once: a template knows better than what is known in general. */
export function crashCausesOf(facts: CrashFacts, options: CauseOptions): FoundCause[] {
  const found: FoundCause[] = []
  for (const cause of [...hinted(facts, options), ...general(facts, options)]) {
    if (!found.some(earlier => earlier.cause === cause.cause)) found.push(cause)
  }
  return found.map(cause => ({
    ...cause,
    repair: cause.repair && options.isPossible(cause.repair) ? cause.repair : null,
  }))
}

function hinted({ exitCode, lastLines }: CrashFacts, { hints, findLine }: CauseOptions): FoundCause[] {
  return hints.flatMap(({ pattern, exit_code, cause, words, repair }) => {
    if (pattern === undefined && exit_code === undefined) return []
    if (exit_code !== undefined && exit_code !== exitCode) return []
    const line = pattern === undefined ? null : findLine(pattern, lastLines)
    if (pattern !== undefined && line === null) return []
    return [{ cause, words, line, repair: repair ?? null }]
  })
}

function general({ exitCode, outOfMemory, lastLines }: CrashFacts, { suggest }: CauseOptions): FoundCause[] {
  return generalCauses.flatMap(({ cause, pattern, words }) => {
    const line = lastLines.findLast(candidate => pattern.test(candidate)) ?? null
    const isReported =
      (cause === 'out-of-memory' && outOfMemory) || (cause === 'missing-file' && exitCode === 127)
    return line === null && !isReported ? [] : [{ cause, words, line, repair: suggest(cause, line) }]
  })
}
