// What the catalogue says when it has nothing to show.

import { Button } from '@mantine/core'
import { IconDeviceGamepad2, IconSearch } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function NoGame({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useTexts()
  if (!isFiltered) {
    return (
      <EmptyState
        icon={<IconDeviceGamepad2 size={28} stroke={1.5} />}
        title={t('catalogue.emptyTitle')}
        text={t('catalogue.emptyText')}
      />
    )
  }
  return (
    <EmptyState
      icon={<IconSearch size={28} stroke={1.5} />}
      title={t('catalogue.noMatchTitle')}
      text={t('catalogue.noMatchText')}
      action={
        <Button variant="default" onClick={onClear}>
          {t('catalogue.clearFilter')}
        </Button>
      }
    />
  )
}
