// Gives the whole page the language that is spoken now, and redraws it when another one is chosen.

import { type ReactNode, useSyncExternalStore } from 'react'
import { currentTexts, TextsContext } from './texts.ts'

export function TextsProvider({ children }: { children: ReactNode }) {
  const spoken = useSyncExternalStore(currentTexts.subscribe, currentTexts.current)
  return <TextsContext value={spoken}>{children}</TextsContext>
}
