// What narrows the list down: words, a state, a tag; and whether it is shown as table or cards.

import { ActionIcon, Group, Select, Stack, TextInput } from '@mantine/core'
import { runStates } from '@rookery/contracts/run-states.ts'
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconLayoutGrid,
  IconList,
  IconSearch,
} from '@tabler/icons-react'
import { memo, type RefObject, useRef } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import filters from '../../../ui/controls/filters.module.css'
import { FoldedFilters } from '../../../ui/controls/folded-filters.tsx'
import styles from './game-servers.module.css'
import { sortTexts } from './list-head.tsx'
import { useFilterKey } from './list-keys.ts'
import type { Arrangement } from './logic/arrange-game-servers.ts'
import { sortAfter, sortKeys } from './logic/list-sort.ts'

export type ListShape = 'table' | 'cards'

export interface FilterBarProps {
  arrangement: Arrangement
  tags: readonly string[]
  shape: ListShape
  /** On a phone there are cards and no choice. */
  isNarrow: boolean
  onArrange: (change: Partial<Arrangement>) => void
  onShape: (shape: ListShape) => void
  /** From the filter down to the list. */
  onLeave: () => void
}

const shapes = [
  { shape: 'table', Icon: IconList },
  { shape: 'cards', Icon: IconLayoutGrid },
] as const

function SearchField({ arrangement, isNarrow, onArrange, onLeave }: FilterBarProps) {
  const t = useTexts()
  const field: RefObject<HTMLInputElement | null> = useRef(null)
  useFilterKey(field)
  return (
    <TextInput
      ref={field}
      className={isNarrow ? filters.beside : filters.words}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={!isNarrow && !arrangement.searchText && <kbd className={styles.key}>/</kbd>}
      placeholder={t('servers.filter')}
      aria-label={t('servers.filter')}
      aria-keyshortcuts="/"
      value={arrangement.searchText}
      onChange={event => onArrange({ searchText: event.currentTarget.value })}
      onKeyDown={event => {
        if (event.key === 'Escape' && arrangement.searchText) onArrange({ searchText: '' })
        else if (event.key !== 'ArrowDown' && event.key !== 'Escape') return
        else onLeave()
        event.preventDefault()
      }}
    />
  )
}

/** Every order. A table has its headings, which say the same. */
function SortControl({
  arrangement,
  isNarrow,
  onArrange,
}: Pick<FilterBarProps, 'arrangement' | 'isNarrow' | 'onArrange'>) {
  const t = useTexts()
  const { sort, isDescending } = arrangement
  const Icon = isDescending ? IconArrowDown : IconArrowUp
  return (
    <Group gap={isNarrow ? 0 : 6} wrap="nowrap">
      <Select
        {...(isNarrow ? { variant: 'unstyled', size: 'xs', w: 132 } : { className: filters.narrow })}
        aria-label={t('serverList.sortBy')}
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        allowDeselect={false}
        data={sortKeys.map(key => ({ value: key, label: t(sortTexts[key]) }))}
        value={sort}
        onChange={value => {
          const chosen = sortKeys.find(key => key === value)
          if (chosen && chosen !== sort) onArrange(sortAfter(arrangement, chosen))
        }}
      />
      <ActionIcon
        variant={isNarrow ? 'subtle' : 'default'}
        {...(isNarrow && { color: 'gray' })}
        size={36}
        aria-label={t(isDescending ? 'serverList.descending' : 'serverList.ascending')}
        title={t(isDescending ? 'serverList.descending' : 'serverList.ascending')}
        onClick={() => onArrange(sortAfter(arrangement, sort))}
      >
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Group>
  )
}

/** On a phone each has its name above it. */
function Choices({ arrangement, tags, isNarrow, onArrange }: FilterBarProps) {
  const t = useTexts()
  const states = [
    ...runStates.map(state => ({ value: state as string, label: t(`states.${state}`) })),
    { value: 'away', label: t('states.away') },
  ]
  const named = (name: string) =>
    isNarrow ? { label: name } : { className: filters.narrow, 'aria-label': name }
  return (
    <>
      <Select
        {...named(t('servers.stateFilter'))}
        placeholder={t('servers.allStates')}
        clearable
        data={states}
        value={arrangement.state}
        onChange={value => onArrange({ state: value as Arrangement['state'] })}
      />
      {tags.length > 0 && (
        <Select
          {...named(t('serverList.tagFilter'))}
          placeholder={t('serverList.allTags')}
          clearable
          searchable={tags.length > 8}
          data={[...tags]}
          value={arrangement.tag}
          onChange={tag => onArrange({ tag })}
        />
      )}
    </>
  )
}

/** Drawn anew for its own values only, not for every change in the list below. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { arrangement, shape, isNarrow, onArrange, onShape } = props
  const t = useTexts()
  if (isNarrow) {
    const set = [arrangement.state, arrangement.tag].filter(value => value !== null)
    return (
      <Stack gap={2}>
        <FoldedFilters
          count={set.length}
          before={<SearchField {...props} />}
          onClear={() => onArrange({ state: null, tag: null })}
        >
          <Choices {...props} />
        </FoldedFilters>
        <SortControl arrangement={arrangement} isNarrow onArrange={onArrange} />
      </Stack>
    )
  }
  return (
    <Group gap={10} align="stretch">
      <SearchField {...props} />
      <Choices {...props} />
      {shape === 'cards' && <SortControl arrangement={arrangement} isNarrow={false} onArrange={onArrange} />}
      <Group component="fieldset" gap={2} wrap="nowrap" ml="auto" aria-label={t('serverList.shape')}>
        {shapes.map(({ shape: each, Icon }) => (
          <ActionIcon
            key={each}
            size={36}
            aria-label={t(`serverList.${each}`)}
            title={t(`serverList.${each}`)}
            aria-pressed={shape === each}
            bg={shape === each ? 'var(--surface-chosen)' : undefined}
            c={shape === each ? 'var(--text)' : undefined}
            onClick={() => onShape(each)}
          >
            <Icon size={18} stroke={1.7} />
          </ActionIcon>
        ))}
      </Group>
    </Group>
  )
})
