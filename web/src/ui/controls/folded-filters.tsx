// On a phone what narrows a list down takes one button, with how many are set; the choices open below it.

import { Button, Group, Stack } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'

interface FoldedFiltersProps {
  /** How many are set. */
  count: number
  /** Beside the button: the field for words, say. */
  before?: ReactNode
  after?: ReactNode
  /** The choices. */
  children: ReactNode
  onClear: () => void
}

export function FoldedFilters({ count, before, after, children, onClear }: FoldedFiltersProps) {
  const t = useTexts()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Stack component="search" gap={10} aria-label={t('filters.label')}>
      <Group gap={8} wrap="nowrap">
        {before}
        <Button
          variant="default"
          flex="none"
          px={14}
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('filters.label')}
          {count > 0 && ` (${count})`}
        </Button>
        {after}
      </Group>
      <Stack id={id} className="panel" gap={12} p={14} hidden={!isOpen} display={isOpen ? undefined : 'none'}>
        {isOpen && children}
        {isOpen && count > 0 && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={15} aria-hidden />}
            onClick={onClear}
          >
            {t('filters.clear')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}
