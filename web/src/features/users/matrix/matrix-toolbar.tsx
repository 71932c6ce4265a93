// Chooses which game servers the matrix shows: by access, by name, page by page.

import { ActionIcon, Box, Group, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useTexts } from '../../../texts/texts.ts'
import choiceStyles from '../../../ui/controls/choice.module.css'

export interface MatrixToolbarProps {
  choice: 'withAccess' | 'all'
  counts: Record<MatrixToolbarProps['choice'], number>
  searchText: string
  from: number
  perPage: number
  matching: number
  onChoice: (choice: MatrixToolbarProps['choice']) => void
  onSearchText: (searchText: string) => void
  onFrom: (from: number) => void
}

const choices = ['withAccess', 'all'] as const

export function MatrixToolbar(props: MatrixToolbarProps) {
  const { choice, counts, searchText, onChoice, onSearchText } = props
  const t = useTexts()
  return (
    <Group gap={10}>
      <Group
        component="fieldset"
        className={choiceStyles.segments}
        flex={{ base: 1, sm: 'none' }}
        gap={0}
        wrap="nowrap"
      >
        <legend className="visually-hidden">{t('matrix.whichServers')}</legend>
        {choices.map(each => (
          <label key={each} className={`${choiceStyles.choice} ${choiceStyles.segment}`}>
            <input
              type="radio"
              name="which-servers"
              checked={each === choice}
              onChange={() => onChoice(each)}
            />
            {t(`matrix.${each}`, { count: counts[each] })}
          </label>
        ))}
      </Group>
      <TextInput
        flex={{ base: '1 1 100%', sm: '0 1 240px' }}
        leftSection={<IconSearch size={16} aria-hidden />}
        placeholder={t('matrix.search')}
        aria-label={t('matrix.search')}
        value={searchText}
        onChange={event => onSearchText(event.currentTarget.value)}
      />
      <ColumnPager {...props} />
    </Group>
  )
}

function ColumnPager({ from, perPage, matching, onFrom }: MatrixToolbarProps) {
  const t = useTexts()
  if (matching <= perPage) return null
  const to = Math.min(matching, from + perPage)
  return (
    <Group
      className="numbers text-note"
      flex={{ base: '1 1 100%', sm: 'none' }}
      ml={{ base: 0, sm: 'auto' }}
      gap={6}
      wrap="nowrap"
    >
      <Box component="span" mr={{ base: 'auto', sm: 4 }}>
        {perPage === 1
          ? t('matrix.oneOf', { at: from + 1, total: matching })
          : t('matrix.range', { from: from + 1, to, total: matching })}
      </Box>
      <ActionIcon
        variant="default"
        aria-label={t('actions.previous')}
        disabled={from === 0}
        onClick={() => onFrom(Math.max(0, from - perPage))}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('actions.next')}
        disabled={to >= matching}
        onClick={() => onFrom(from + perPage)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </Group>
  )
}
