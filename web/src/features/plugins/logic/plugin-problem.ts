// Why a plugin failed, as panel and host say it in English, in the reader's language.

import { readPluginProblem } from '@rookery/contracts/plugin/problems.ts'
import type { TextOf } from '../../../texts/texts.ts'

const tooLong = /longer than (\d+) ms/

/** Null: it is said elsewhere, or by the plugin itself. */
export function knownPluginProblemText(t: TextOf, problem: string): string | null {
  const ms = Number(problem.match(tooLong)?.[1])
  if (ms > 0) return t('plugins.tooLong', { count: Math.ceil(ms / 1000) })
  const known = readPluginProblem(problem)
  return known && t(`pluginProblems.${known.code}`, { ...known.values, problem })
}

/** What is not known stays as it is, as a sentence. */
export const pluginProblemText = (t: TextOf, problem: string): string =>
  knownPluginProblemText(t, problem) ??
  `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}${/[.!?]$/.test(problem) ? '' : '.'}`
