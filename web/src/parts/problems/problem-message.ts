// Says what went wrong, why and what to do next, in the person's language.

import { ApiError } from '../../platform/api-error.ts'
import type { TextOf } from '../../texts/texts.ts'
import { fieldMessage, refusalText } from './field-message.ts'
import { frequentProblem } from './frequent-problem-rules.ts'
import { waitMinutes } from './wait-minutes-rules.ts'

export function problemMessage(t: TextOf, problem: unknown): string {
  if (!(problem instanceof ApiError)) return t('problems.internal')
  if (problem.code === 'too_many_attempts') {
    return t('problems.tooMany', { count: waitMinutes(problem.retryAfterSeconds) })
  }
  const code = frequentProblem(problem.code)
  if (code) return t(`problems.${code}`)
  // A refusal that depends on the case (a conflict, a field) is told best by the panel's own sentence.
  const fields = Object.entries(problem.fields).map(([name, faults]) => `${name}: ${fieldMessage(t, faults)}`)
  if (fields.length > 0) return t('problems.other', { message: fields.join(' ') })
  return refusalText(t, problem.message) ?? t('problems.other', { message: problem.message })
}
