// Why something was not done to one of many servers, in the person's language.

import type { BulkStep } from '@rookery/contracts/http/bulk-actions.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TextOf } from '../../texts/texts.ts'
import { problemMessage } from '../problems/problem-message.ts'
import { reasonText } from '../reasons/reason-rules.ts'

export function stepReason(t: TextOf, { reason }: Pick<BulkStep, 'reason'>): string {
  if (reason === null) return ''
  const { code, message } = reason
  // What does not fit the state is told best by the panel itself, and what has failed by its task.
  if (code === null || code === 'conflict') return reasonText(t, message)
  return problemMessage(t, new ApiError({ code, status: 0, message }))
}
