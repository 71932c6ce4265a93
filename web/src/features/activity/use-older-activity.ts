// Reads activity page by page: newest first, each page from where the last one ended.

import type { ActivityEntry } from '@rookery/contracts/http/activity.ts'
import type { EndpointShape } from '@rookery/contracts/http/endpoint.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ApiError } from '../../platform/api-error.ts'
import { keyOf } from '../../platform/api-queries.ts'

export const linesAtOnce = 50

type ReadPage = (before: string | undefined, signal: AbortSignal) => Promise<ActivityEntry[]>

/** `parts` tell this list from others of the same endpoint. */
export function useOlderActivity(endpoint: EndpointShape, parts: readonly unknown[], readPage: ReadPage) {
  const query = useInfiniteQuery<
    ActivityEntry[],
    ApiError,
    { pages: ActivityEntry[][] },
    readonly unknown[],
    string | undefined
  >({
    queryKey: [...keyOf(endpoint), 'pages', ...parts],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: undefined,
    // Another choice replaces the list when it is there, so that nothing jumps meanwhile.
    placeholderData: keepPreviousData,
    getNextPageParam: page => {
      const last = page.at(-1)
      return page.length < linesAtOnce || !last ? undefined : String(last.id)
    },
  })
  return {
    entries: query.data?.pages.flat() ?? null,
    problem: query.data ? null : query.error,
    hasOlder: query.hasNextPage,
    isLoadingOlder: query.isFetchingNextPage,
    onOlder: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  }
}
