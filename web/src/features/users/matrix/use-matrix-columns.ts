// The columns of the matrix that are in sight: chosen, searched, cut to the width, and read one by one.

import { useElementSize } from '@mantine/hooks'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readPermissionsOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { listUserGameServers } from '@rookery/contracts/http/users.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, pageQuery, wholeQuery } from '../../../platform/api-queries.ts'
import type { MatrixColumn } from './matrix-table.tsx'
import type { MatrixToolbarProps } from './matrix-toolbar.tsx'

const sideWidth = 200
const columnWidth = 116
const whyWidth = 316
const wideEnoughForWhy = 900
const mostColumns = 10

function columnsFor(width: number): number {
  const free = width - sideWidth - (width >= wideEnoughForWhy ? whyWidth : 0)
  return Math.max(1, Math.min(mostColumns, Math.floor(free / columnWidth)))
}

export function useMatrixColumns(userId: number) {
  const { ref, width } = useElementSize()
  const [searchText, setSearchText] = useState('')
  const [from, setFrom] = useState(0)
  const [chosen, setChosen] = useState<MatrixToolbarProps['choice'] | null>(null)
  const all = useQuery(wholeQuery(listGameServers))
  const params = { id: String(userId) }
  const visible = useQuery(pageQuery(listUserGameServers, { params, query: { per_page: 1000 } }))

  const perPage = columnsFor(width)
  const counts = { all: all.data?.total ?? 0, withAccess: visible.data?.total ?? 0 }
  // A person without any access begins with what could be given, on the page where it is given.
  const choice = chosen ?? (counts.withAccess > 0 ? 'withAccess' : 'all')
  const list = (choice === 'all' ? all.data?.items : visible.data?.items) ?? []
  const wanted = searchText.trim().toLowerCase()
  const matching = list.filter(({ name }) => name.toLowerCase().includes(wanted))
  const pageOfServers = matching.slice(from, from + perPage)
  const answers = useQueries({
    queries: pageOfServers.map(({ id }) =>
      apiQuery(readPermissionsOnGameServer, { params: { id: String(userId), server: String(id) } }),
    ),
  })
  const columns: MatrixColumn[] = pageOfServers.map(({ id, name }, at) => ({
    gameServerId: id,
    name,
    cells: answers[at]?.data ?? null,
    hasFailed: answers[at]?.isError ?? false,
  }))
  const toolbar: MatrixToolbarProps = {
    choice,
    counts,
    searchText,
    from,
    perPage,
    matching: matching.length,
    onChoice: next => {
      setFrom(0)
      setChosen(next)
    },
    onSearchText: next => {
      setFrom(0)
      setSearchText(next)
    },
    onFrom: setFrom,
  }
  const nameOf = (id: number) => all.data?.items.find(each => each.id === id)?.name ?? `#${id}`
  const problem = all.error ?? visible.error
  return {
    ref,
    columns,
    toolbar,
    nameOf,
    problem,
    status:
      all.data && visible.data ? ('ready' as const) : problem ? ('problem' as const) : ('loading' as const),
    retry: () => void Promise.all([all.refetch(), visible.refetch()]),
  }
}
