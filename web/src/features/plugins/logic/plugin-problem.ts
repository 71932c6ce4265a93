// Why a plugin failed, as its host says it in English, in words for people.

import type { TextOf } from '../../../texts/texts.ts'

const tooLong = /longer than (\d+) ms/

/** What is not known stays as it is, as a sentence. */
export function pluginProblemText(t: TextOf, problem: string): string {
  const ms = Number(problem.match(tooLong)?.[1])
  if (ms > 0) return t('plugins.tooLong', { count: Math.ceil(ms / 1000) })
  return `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}${/[.!?]$/.test(problem) ? '' : '.'}`
}
