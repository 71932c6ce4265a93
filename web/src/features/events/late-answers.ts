// Answers that were on their way when there was news: they may be older than it, so they are asked for once more.

import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AskAgain } from './refetch.ts'

/** To be called with the key of what there is news of. */
export type ExpectLateAnswers = (queryKey: QueryKey) => void

export function createLateAnswers(queryClient: QueryClient, askAgain: AskAgain): ExpectLateAnswers {
  const expected = new Set<string>()
  return queryKey => {
    const cache = queryClient.getQueryCache()
    for (const query of cache.findAll({ queryKey, fetchStatus: 'fetching' })) {
      const { queryHash, promise } = query
      if (!promise || expected.has(queryHash)) continue
      expected.add(queryHash)
      const hasCome = () => {
        expected.delete(queryHash)
        askAgain(query.queryKey)
      }
      promise.then(hasCome, hasCome)
    }
  }
}
