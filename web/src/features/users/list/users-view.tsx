// The users: search, filter by role, and what to do when there is nobody.

import { Button, Group, Select, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react'
import { MissingState, ProblemState } from '../../../parts/problems/problem-state.tsx'
import { UsersTabs } from '../../../parts/users/users-tabs.tsx'
import { useTexts } from '../../../texts/texts.ts'
import filters from '../../../ui/controls/filters.module.css'
import { FoldedFilters } from '../../../ui/controls/folded-filters.tsx'
import { PageFrame, Panel } from '../../../ui/controls/page-frame.tsx'
import { Pager } from '../../../ui/controls/pager.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import type { UserSortKey } from '../sort-rules.ts'
import { SortControl } from '../sorting.tsx'
import { UserTable, type UserTableProps } from './user-table.tsx'

export interface UserSearch {
  searchText: string
  role: string | null
}

export interface UsersViewProps extends UserTableProps {
  /** Closed: this person may not see the others at all. */
  status: 'loading' | 'problem' | 'closed' | 'ready'
  problem?: unknown
  total: number
  search: UserSearch
  page: number
  perPage: number
  onSearch: (search: UserSearch) => void
  onPage: (page: number) => void
  onCreate: () => void
  onRetry: () => void
}

export function UsersView(props: UsersViewProps) {
  const { status, total, search, onCreate } = props
  const t = useTexts()
  const isSearching = search.searchText.trim() !== '' || search.role !== null
  // Then the button stands below, with what it is for.
  const isAlone = status === 'ready' && total === 1 && !isSearching
  return (
    <PageFrame
      title={t('pages.users')}
      beside={status === 'ready' && total > 0 ? t('users.count', { count: total }) : undefined}
      actions={
        status !== 'closed' &&
        !isAlone && (
          <Button leftSection={<IconPlus size={17} />} onClick={onCreate}>
            {t('users.create')}
          </Button>
        )
      }
    >
      {status !== 'closed' && <UsersTabs />}
      {status !== 'closed' && (total > 1 || isSearching) && <SearchBar {...props} />}
      <Content {...props} isSearching={isSearching} isAlone={isAlone} />
    </PageFrame>
  )
}

function SearchBar({ search, roles, sort, isNarrow, onSearch, onSort }: UsersViewProps) {
  const t = useTexts()
  const words = (
    <TextInput
      className={isNarrow ? filters.beside : filters.words}
      leftSection={<IconSearch size={16} aria-hidden />}
      placeholder={t('users.search')}
      aria-label={t('users.search')}
      value={search.searchText}
      onChange={event => onSearch({ ...search, searchText: event.currentTarget.value })}
    />
  )
  const role = (
    <Select
      {...(isNarrow
        ? { label: t('users.role') }
        : { className: filters.narrow, 'aria-label': t('users.role') })}
      placeholder={t('users.allRoles')}
      clearable
      searchable
      data={roles.map(({ name, title }) => ({ value: name, label: title }))}
      value={search.role}
      onChange={role => onSearch({ ...search, role })}
    />
  )
  if (!isNarrow) {
    return (
      <Group gap={10} align="stretch">
        {words}
        {role}
      </Group>
    )
  }
  return (
    <FoldedFilters
      count={search.role === null ? 0 : 1}
      before={words}
      onClear={() => onSearch({ ...search, role: null })}
    >
      {role}
      <SortControl<UserSortKey>
        isLabelled
        choices={[
          { value: 'name', label: t('users.name') },
          { value: 'last_seen_at', label: t('users.lastSeen') },
          { value: 'created_at', label: t('users.created') },
        ]}
        sort={sort}
        onSort={onSort}
      />
    </FoldedFilters>
  )
}

function Content(props: UsersViewProps & { isSearching: boolean; isAlone: boolean }) {
  const { status, problem, users, total, isSearching, isAlone, page, perPage, onSearch, onPage, onRetry } =
    props
  const t = useTexts()
  if (status !== 'ready' || users.length === 0) {
    return (
      <Panel>
        {status === 'loading' && <LoadingRows />}
        {status === 'problem' && <ProblemState problem={problem} onRetry={onRetry} />}
        {status === 'closed' && <MissingState isForbidden />}
        {status === 'ready' && (
          <EmptyState
            icon={<IconSearch size={28} stroke={1.5} />}
            title={t('users.noMatchTitle')}
            text={t('users.noMatchText')}
            action={
              isSearching && (
                <Button variant="default" onClick={() => onSearch({ searchText: '', role: null })}>
                  {t('users.clearSearch')}
                </Button>
              )
            }
          />
        )}
      </Panel>
    )
  }
  return (
    <>
      <Panel>
        <UserTable {...props} />
        <Pager page={page} perPage={perPage} total={total} onPage={onPage} />
      </Panel>
      {isAlone && (
        <Panel>
          <EmptyState
            icon={<IconUsers size={28} stroke={1.5} />}
            title={t('users.emptyTitle')}
            text={t('users.emptyText')}
            action={<Button onClick={props.onCreate}>{t('users.create')}</Button>}
          />
        </Panel>
      )}
    </>
  )
}
