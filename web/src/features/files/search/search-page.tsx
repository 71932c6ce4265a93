// Searches below a folder; what is looked for stands in the address, so that one comes back to it from a file.

import { searchFiles } from '@rookery/contracts/http/files.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../../platform/api-queries.ts'
import { type SearchText, SearchView } from './search-view.tsx'

interface SearchPageProps {
  server: string
  folder: string
  openFolder: (path: string) => void
  openFile: (path: string, line?: number) => void
}

export function SearchPage({ server, folder, openFolder, openFile }: SearchPageProps) {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const { name = '', content = '' } = useSearch({ from: '/shell/servers/$serverId/files' })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [isCanceled, setIsCanceled] = useState(false)
  const searchText = { name, content }
  const isAsked = name !== '' || content !== ''
  const query = apiQuery(searchFiles, { params: { server }, query: { path: folder, ...searchText } })
  const found = useQuery({
    ...query,
    enabled: isAsked && !isCanceled,
    retry: false,
    refetchOnWindowFocus: false,
  })

  function search(next: SearchText) {
    setIsCanceled(false)
    if (next.name === name && next.content === content) {
      void found.refetch()
      return
    }
    void navigate({
      to: '/servers/$serverId/files',
      params: { serverId },
      search: { path: folder || undefined, search: true, ...next },
      replace: !isAsked,
    })
  }

  function cancel() {
    setIsCanceled(true)
    // The request ends, and with it the work on the node.
    void queryClient.cancelQueries({ queryKey: query.queryKey })
  }

  function status() {
    if (!isAsked) return 'before'
    if (found.isFetching) return 'searching'
    if (isCanceled) return 'canceled'
    return found.isError ? 'problem' : 'ready'
  }

  return (
    <SearchView
      key={`${folder} ${name} ${content}`}
      folder={folder}
      searchText={searchText}
      status={status()}
      problem={found.error}
      matches={found.data?.matches ?? []}
      isCut={found.data?.is_cut ?? false}
      onSearch={search}
      onCancel={cancel}
      onClose={() => openFolder(folder)}
      onOpenFolder={openFolder}
      onOpenFile={openFile}
    />
  )
}
