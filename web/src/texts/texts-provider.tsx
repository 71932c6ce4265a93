// Gives the whole page the language that is spoken now, and redraws it when another one is chosen.

import { type ReactNode, useSyncExternalStore } from 'react'
import { SpokenContext, speech } from './texts.ts'

export function SpokenTexts({ children }: { children: ReactNode }) {
  const spoken = useSyncExternalStore(speech.subscribe, speech.current)
  return <SpokenContext value={spoken}>{children}</SpokenContext>
}
