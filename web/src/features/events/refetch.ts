// Asks for lists again when there is news: the first time at once, then at most once a second.

import type { QueryClient, QueryKey } from '@tanstack/react-query'

const pauseMs = 1_000

export type AskAgain = (queryKey: QueryKey) => void

export function createAskAgain(queryClient: QueryClient): AskAgain {
  /** Keys in their pause; true: asked for meanwhile. */
  const pauses = new Map<string, boolean>()
  function askAgain(queryKey: QueryKey): void {
    const name = JSON.stringify(queryKey)
    if (pauses.has(name)) return void pauses.set(name, true)
    void queryClient.invalidateQueries({ queryKey })
    pauses.set(name, false)
    setTimeout(() => {
      const isWanted = pauses.get(name)
      pauses.delete(name)
      if (isWanted) askAgain(queryKey)
    }, pauseMs)
  }
  return askAgain
}
