// What narrows the list of tasks: state, kind, server, node and who; on a phone they are behind one button.

import { Button, Group, Select } from '@mantine/core'
import { type TaskKind, type TaskStatus, taskKinds, taskStatuses } from '@rookery/contracts/run-states.ts'
import { IconX } from '@tabler/icons-react'
import type { PersonChoice } from '../../parts/users/use-people-choices.ts'
import { useTexts } from '../../texts/texts.ts'
import filters from '../../ui/controls/filters.module.css'
import { FoldedFilters } from '../../ui/controls/folded-filters.tsx'
import type { TaskSearch } from './task-search-rules.ts'

interface Named {
  id: number
  name: string
}

export interface TaskFiltersProps {
  search: TaskSearch
  gameServers: readonly Named[]
  nodes: readonly Named[]
  people: readonly PersonChoice[]
  isNarrow: boolean
  onSearch: (search: TaskSearch) => void
  /** What is typed to find a person; whoever has few people needs it not. */
  onPersonText?: ((text: string) => void) | undefined
}

export function TaskFilters(props: TaskFiltersProps) {
  const { search, isNarrow, onSearch } = props
  const t = useTexts()
  const count = Object.keys(search).length
  if (isNarrow) {
    return (
      <FoldedFilters count={count} onClear={() => onSearch({})}>
        <Fields {...props} />
      </FoldedFilters>
    )
  }
  return (
    <Group component="search" gap={10} aria-label={t('filters.label')}>
      <Fields {...props} />
      {count > 0 && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={15} aria-hidden />}
          onClick={() => onSearch({})}
        >
          {t('filters.clear')}
        </Button>
      )}
    </Group>
  )
}

function Fields(props: TaskFiltersProps) {
  const { search, gameServers, nodes, people, isNarrow, onSearch, onPersonText } = props
  const t = useTexts()
  const change = (key: keyof TaskSearch, value: number | string | null) => {
    const { [key]: _, ...rest } = search
    onSearch(value === null ? rest : { ...rest, [key]: value })
  }
  const field = (name: string) => ({
    ...(isNarrow ? { label: name } : { className: filters.narrow, 'aria-label': name }),
    clearable: true,
  })
  const idOf = (value: string | null) => (value === null ? null : Number(value))
  const textOf = (id: number | undefined) => (id === undefined ? null : String(id))
  return (
    <>
      <Select
        {...field(t('tasks.statusFilter'))}
        placeholder={t('taskFilters.anyStatus')}
        data={taskStatuses.map(status => ({ value: status, label: t(`taskStatus.${status}`) }))}
        value={search.status ?? null}
        onChange={value => change('status', value satisfies TaskStatus | null)}
      />
      <Select
        {...field(t('taskFilters.kind'))}
        placeholder={t('taskFilters.anyKind')}
        maxDropdownHeight={420}
        data={taskKinds.map(kind => ({ value: kind, label: t(`taskFilterKinds.${kind}`) }))}
        value={search.kind ?? null}
        onChange={value => change('kind', value satisfies TaskKind | null)}
      />
      <Select
        {...field(t('taskFilters.server'))}
        placeholder={t('taskFilters.anyServer')}
        searchable
        limit={100}
        data={withChosen(gameServers, search.server)}
        value={textOf(search.server)}
        onChange={value => change('server', idOf(value))}
      />
      {(nodes.length > 1 || search.node !== undefined) && (
        <Select
          {...field(t('tasks.node'))}
          placeholder={t('taskFilters.anyNode')}
          searchable={nodes.length > 8}
          data={withChosen(nodes, search.node)}
          value={textOf(search.node)}
          onChange={value => change('node', idOf(value))}
        />
      )}
      <Select
        {...field(t('tasks.who'))}
        placeholder={t('taskFilters.anybody')}
        searchable={onPersonText !== undefined}
        // The panel has looked already.
        filter={onPersonText ? ({ options }) => options : undefined}
        onSearchChange={onPersonText}
        data={[...people]}
        value={textOf(search.user)}
        onChange={value => change('user', idOf(value))}
      />
    </>
  )
}

/** What is gone by now, or not known yet, is still what the list is narrowed to. */
function withChosen(items: readonly Named[], chosen: number | undefined) {
  const missing = chosen !== undefined && !items.some(({ id }) => id === chosen)
  const extra = missing ? [{ value: String(chosen), label: `#${chosen}` }] : []
  return [...extra, ...items.map(({ id, name }) => ({ value: String(id), label: name }))]
}
