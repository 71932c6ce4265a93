// Says every reason of the catalog in the reader's language. Fetched when a page meets one that is not among the frequent ones.

import { readReason } from '@rookery/contracts/reasons.ts'
import type { TextOf } from '../../texts/logic/translate.ts'

export { knownStorageReason } from '../backups/storage-reason-rules.ts'

/** These hold a reason of their own. */
const holdsReason = new Set(['reason', 'progress'])

/** A reason may hold another one, and what failed may stand before it: `Downloading Paper: …`. Null: nobody has foreseen it. */
export function anyReasonText(t: TextOf, reason: string, say: (inner: string) => string): string | null {
  const [, message = reason, percent = ''] = /^(.*)( \(\d+ %\))$/s.exec(reason) ?? []
  if (percent !== '') {
    const text = anyReasonText(t, message, say)
    return text === null ? null : text + percent
  }
  const at = reason.indexOf(': ')
  const tail = at === -1 ? null : anyReasonText(t, reason.slice(at + 2), say)
  // What is done, and how far: `packing world: 3 MiB of 12 MiB packed`.
  const head = tail === null ? null : wholeText(t, reason.slice(0, at), say)
  if (head !== null) return `${head}: ${tail}`
  return wholeText(t, reason, say) ?? (tail === null ? null : `${reason.slice(0, at)}: ${tail}`)
}

function wholeText(t: TextOf, reason: string, say: (inner: string) => string): string | null {
  const known = readReason(reason)
  if (!known) return null
  const values = Object.entries(known.values).map(([name, value]) => [
    name,
    holdsReason.has(name) ? (anyReasonText(t, value, say) ?? say(value)) : value,
  ])
  return t(`reasonTexts.${known.code}`, Object.fromEntries(values))
}
