// What helps where an attempt to deliver was refused.

import type { AttemptOutcome, WebhookFormat } from '@rookery/contracts/http/webhooks.ts'

export type Advice = 'rejectedByChat' | 'rejected' | 'gone' | 'limited' | 'faulty'

/** Null where what the panel says about it is all there is. */
export function adviceOf({ status }: Pick<AttemptOutcome, 'status'>, format: WebhookFormat): Advice | null {
  if (status === null) return null
  if (status === 401 || status === 403) return format === 'rookery' ? 'rejected' : 'rejectedByChat'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429) return 'limited'
  return status >= 500 ? 'faulty' : null
}

/** Something at the webhook itself must be changed. */
export const needsEdit = (advice: Advice | null): boolean =>
  advice === 'rejected' || advice === 'rejectedByChat' || advice === 'gone'
