// The folders beside the table: each is read when it is opened.

import { listFiles } from '@rookery/contracts/http/files.ts'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pageQuery } from '../../../platform/api-queries.ts'
import { crumbsOf, parentOf } from '../logic/file-paths.ts'
import type { TreeFolder } from './folder-tree.tsx'

const mostFolders = 200

/** All folders on the way are open, the present one is not forced to be. */
const wayTo = (folder: string) => ['', ...crumbsOf(parentOf(folder)).map(({ path }) => path)]

export function useFolderTree(server: string, folder: string, isEnabled: boolean) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(wayTo(folder)))
  useEffect(() => {
    setOpened(before => new Set([...before, ...wayTo(folder)]))
  }, [folder])
  const paths = [...opened]
  const folders = useQueries({
    queries: paths.map(path => ({
      ...pageQuery(listFiles, { params: { server }, query: { path, per_page: mostFolders } }),
      enabled: isEnabled,
      retry: false,
    })),
    combine: answers =>
      new Map(
        answers.map(({ data, isError }, index) => {
          const children = data?.items.filter(({ type }) => type === 'directory') ?? []
          const found: TreeFolder = {
            children,
            isRead: data !== undefined || isError || !isEnabled,
            hasMore: children.length === mostFolders,
          }
          return [paths[index] ?? '', found] as const
        }),
      ),
  })
  function toggle(path: string) {
    setOpened(before => {
      const next = new Set(before)
      if (!next.delete(path)) next.add(path)
      return next
    })
  }
  return { folders, opened, toggle }
}
