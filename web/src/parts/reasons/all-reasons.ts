// Says every reason of the catalog in the reader's language. Fetched when a page meets one that is not among the frequent ones.

import { readReason } from '@rookery/contracts/reasons.ts'
import type { TextOf } from '../../texts/logic/translate.ts'

/** A reason may hold another one, and what failed may stand before it: `Downloading Paper: …`. Null: nobody has foreseen it. */
export function anyReasonText(t: TextOf, reason: string, say: (inner: string) => string): string | null {
  const known = readReason(reason)
  if (known) {
    const { reason: inner, ...values } = known.values
    return t(`reasonTexts.${known.code}`, inner === undefined ? values : { ...values, reason: say(inner) })
  }
  const at = reason.indexOf(': ')
  if (at === -1) return null
  const rest = reason.slice(at + 2)
  const translated = anyReasonText(t, rest, say)
  return translated === null ? null : `${reason.slice(0, at)}: ${translated}`
}
