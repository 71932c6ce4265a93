// By what a list of users is sorted: the heads of its columns, and on a phone a choice.

import { ActionIcon, Group, Select } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import table from '../../ui/controls/table.module.css'
import { readSort, sortAfter } from './sort-rules.ts'

interface SortProps<Key extends string> {
  sort: Key | `-${Key}`
  onSort: (sort: Key | `-${Key}`) => void
}

interface SortHeadProps<Key extends string> extends SortProps<Key> {
  /** Of this column. */
  by: Key
  label: string
}

export function SortHead<Key extends string>({ by, label, sort, onSort }: SortHeadProps<Key>) {
  const { key, isDescending } = readSort(sort)
  const isSorted = key === by
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  const order = isDescending ? 'descending' : 'ascending'
  return (
    <th aria-sort={isSorted ? order : undefined}>
      <button
        type="button"
        className={isSorted ? `${table.sort} ${table.sorted}` : table.sort}
        onClick={() => onSort(sortAfter(sort, by))}
      >
        {label}
        {isSorted && <Arrow size={13} aria-hidden />}
      </button>
    </th>
  )
}

interface SortControlProps<Key extends string> extends SortProps<Key> {
  choices: readonly { value: Key; label: string }[]
  /** Above it, where there is room for it; otherwise it is only read aloud. */
  isLabelled?: boolean
}

export function SortControl<Key extends string>(props: SortControlProps<Key>) {
  const { choices, sort, isLabelled, onSort } = props
  const t = useTexts()
  const { key, isDescending } = readSort(sort)
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  const turn = t(isDescending ? 'users.descending' : 'users.ascending')
  return (
    <Group gap={6} wrap="nowrap" align={isLabelled ? 'flex-end' : 'center'}>
      <Select
        flex={1}
        {...(isLabelled ? { label: t('users.sortBy') } : { 'aria-label': t('users.sortBy') })}
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        allowDeselect={false}
        data={[...choices]}
        value={key}
        onChange={value => {
          const chosen = choices.find(choice => choice.value === value)
          if (chosen && chosen.value !== key) onSort(sortAfter(sort, chosen.value))
        }}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={turn}
        title={turn}
        onClick={() => onSort(sortAfter(sort, key))}
      >
        <Arrow size={18} stroke={1.7} />
      </ActionIcon>
    </Group>
  )
}
