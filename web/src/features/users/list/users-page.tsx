// The list of users: searches and pages on the panel's side, and opens the dialog that creates one.

import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listRoles } from '@rookery/contracts/http/roles.ts'
import { listUsers } from '@rookery/contracts/http/users.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../platform/api-error.ts'
import { apiQuery, pageQuery, wholeQuery } from '../../../platform/api-queries.ts'
import type { UserListSort } from '../sort-rules.ts'
import { NewUserPage } from './new-user-page.tsx'
import { UsersView } from './users-view.tsx'

const perPage = 50
const typingMs = 250
const usualSort: UserListSort = 'name'

const statusOf = (users: { data: unknown; error: unknown }) => {
  if (users.data) return 'ready'
  if (!users.error) return 'loading'
  return users.error instanceof ApiError && users.error.code === 'forbidden' ? 'closed' : 'problem'
}

export function UsersPage() {
  const navigate = useNavigate()
  const { new: isCreating, role = null, sort = usualSort } = useSearch({ from: '/shell/people' })
  const [searchText, setSearchText] = useState('')
  const [page, setPage] = useState(1)
  const [q] = useDebouncedValue(searchText.trim(), typingMs)
  const own = useQuery(apiQuery(readProfile, {}))
  const roles = useQuery(wholeQuery(listRoles))
  const query = { page, per_page: perPage, sort, ...(q && { q }), ...(role && { role }) }
  const users = useQuery({ ...pageQuery(listUsers, { query }), placeholderData: keepPreviousData })
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false

  const show = (search: { new?: boolean; role?: string; sort?: UserListSort }) =>
    void navigate({ to: '/people', search, replace: true })
  const sorted = (by: UserListSort) => (by === usualSort ? {} : { sort: by })
  const retained = { ...(role && { role }), ...sorted(sort) }
  return (
    <>
      <UsersView
        status={statusOf(users)}
        problem={users.error}
        users={users.data?.items ?? []}
        total={users.data?.total ?? 0}
        roles={roles.data?.items ?? []}
        ownId={own.data?.id ?? null}
        search={{ searchText, role }}
        page={page}
        perPage={perPage}
        isNarrow={isNarrow}
        onSearch={next => {
          setPage(1)
          setSearchText(next.searchText)
          if (next.role !== role) show({ ...(next.role && { role: next.role }), ...sorted(sort) })
        }}
        sort={sort}
        onSort={by => {
          setPage(1)
          show({ ...(role && { role }), ...sorted(by) })
        }}
        onPage={setPage}
        onCreate={() => show({ ...retained, new: true })}
        onRetry={() => void users.refetch()}
      />
      {isCreating && own.data?.is_admin && <NewUserPage onClose={() => show(retained)} />}
    </>
  )
}
