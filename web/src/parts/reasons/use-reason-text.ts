// Reasons in the reader's language: the frequent ones at once, the others with texts that come when they are needed.

import { useSyncExternalStore } from 'react'
import { useLanguage, useTexts, withTexts } from '../../texts/texts.ts'
import { frequentReasonText, plainReasonText } from './reason-rules.ts'

const load = withTexts(['reasons', 'backups'], () => import('./all-reasons.ts'))
type AllReasons = Awaited<ReturnType<typeof load>>

let all: AllReasons | null = null
let isAsked = false
const listeners = new Set<() => void>()

const allReasons = {
  current: () => all,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  ask() {
    if (isAsked) return
    isAsked = true
    void load().then(
      loaded => {
        all = loaded
        for (const listener of listeners) listener()
      },
      () => {
        // Asked again with the next reason; until then it reads as it came.
        isAsked = false
      },
    )
  },
}

export type SayReason = (reason: string) => string

export function useReasonText(): SayReason {
  const t = useTexts()
  const language = useLanguage()
  const known = useSyncExternalStore(allReasons.subscribe, allReasons.current)
  const say: SayReason = reason => {
    const frequent = frequentReasonText(t, reason)
    if (frequent !== null) return frequent
    if (known === null) allReasons.ask()
    return (
      known?.anyReasonText(t, reason, say) ??
      // Backups say by themselves what they could not do.
      (reason.startsWith("Can't ") ? known?.knownStorageReason(t, reason, language) : null) ??
      plainReasonText(reason)
    )
  }
  return say
}
