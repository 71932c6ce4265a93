// What an attempt to deliver means: how long it took as people read it, and what helps where it was refused.

import type { AttemptOutcome, WebhookFormat } from '@rookery/contracts/http/webhooks.ts'
import type { Language } from '../../texts/languages.ts'
import { onePerLanguage } from '../../texts/logic/formatters.ts'
import { spanOf } from '../../ui/time/relative-time.ts'

const milliseconds = onePerLanguage(
  language => new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' }),
)

/** "84 ms", "15 s" */
export const tookText = (tookMs: number, language: Language): string =>
  tookMs < 1_000
    ? milliseconds(language).format(tookMs)
    : spanOf(Math.round(tookMs / 100) / 10, 'second', language)

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
