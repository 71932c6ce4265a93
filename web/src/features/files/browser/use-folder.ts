// The names of one folder, page after page.

import { type FileEntry, listFiles } from '@rookery/contracts/http/files.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiSend } from '../../../platform/api-client.ts'
import { keyOf } from '../../../platform/api-queries.ts'

export const namesAPage = 1_000
/** Up to here the whole folder is fetched without being asked, and can be sorted by everything. */
const wholeUpTo = 5_000

interface FolderPage {
  entries: FileEntry[]
  total: number
  isCut: boolean
}

async function readPage(
  server: string,
  path: string,
  page: number,
  signal: AbortSignal,
): Promise<FolderPage> {
  const query = { path, page, per_page: namesAPage }
  const answer = await apiSend(listFiles, { params: { server }, query }, signal)
  const entries = (await answer.json()) as FileEntry[]
  const total = Number(answer.headers.get('x-total-count') ?? entries.length)
  return { entries, total, isCut: answer.headers.get('x-list-cut') === 'true' }
}

/** `wantsAll`: also what is beyond the limit above. */
export function useFolder(server: string, path: string, wantsAll: boolean) {
  const answer = useInfiniteQuery({
    queryKey: [...keyOf(listFiles), 'folder', server, path],
    queryFn: ({ pageParam, signal }) => readPage(server, path, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.entries.length > 0 && pages.length * namesAPage < last.total ? pages.length + 1 : undefined,
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = answer
  const first = data?.pages[0]
  const goesOn = hasNextPage && (wantsAll || (first?.total ?? 0) <= wholeUpTo)
  useEffect(() => {
    if (goesOn && !isFetching && !isError) void fetchNextPage()
  }, [goesOn, isFetching, isError, fetchNextPage])
  return {
    entries: data?.pages.flatMap(page => page.entries) ?? [],
    total: data?.pages.at(-1)?.total ?? 0,
    isCut: first?.isCut ?? false,
    isWhole: data !== undefined && !hasNextPage,
    isLoadingRest: answer.isFetchingNextPage,
    isRead: data !== undefined,
    error: answer.error,
    loadMore: () => void (hasNextPage && !isFetching && fetchNextPage()),
    readAgain: () => void answer.refetch(),
  }
}
