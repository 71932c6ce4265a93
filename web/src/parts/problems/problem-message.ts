// Says what went wrong, why and what to do next, in the person's language.

import { ApiError } from '../../platform/api-error.ts'
import type { TextOf } from '../../texts/texts.ts'
import { fieldMessage } from './field-message.ts'
import { waitMinutes } from './wait-minutes-rules.ts'

const known = [
  'unreachable',
  'unavailable',
  'internal',
  'forbidden',
  'not_found',
  'not_signed_in',
  'session_restricted',
  'node_offline',
  'no_space',
  'panel_disk_full',
] as const

export function problemMessage(t: TextOf, problem: unknown): string {
  if (!(problem instanceof ApiError)) return t('problems.internal')
  if (problem.code === 'too_many_attempts') {
    return t('problems.tooMany', { count: waitMinutes(problem.retryAfterSeconds) })
  }
  const code = known.find(each => each === problem.code)
  // A refusal that depends on the case (a conflict, a field) is told best by the panel itself.
  if (!code) {
    const fields = Object.entries(problem.fields).map(
      ([name, faults]) => `${name}: ${fieldMessage(t, faults)}`,
    )
    return t('problems.other', { message: fields.length ? fields.join(' ') : problem.message })
  }
  return t(`problems.${code}`)
}
