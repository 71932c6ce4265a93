// Pages through a long list, with the count of the whole.

import { Box, Button, Group } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import styles from './controls.module.css'

interface PagerProps {
  page: number
  perPage: number
  total: number
  onPage: (page: number) => void
}

export function Pager({ page, perPage, total, onPage }: PagerProps) {
  const t = useTexts()
  if (total <= perPage) return null
  const from = (page - 1) * perPage + 1
  return (
    <Group
      component="nav"
      className={`text-note ${styles.pager}`}
      gap={8}
      wrap="nowrap"
      justify="flex-end"
      aria-label={t('tasks.range', { from, to: from, total })}
    >
      <Box component="span" mr={8}>
        {t('tasks.range', { from, to: Math.min(total, from + perPage - 1), total })}
      </Box>
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('actions.previous')}
      </Button>
      <Button size="xs" variant="default" disabled={page * perPage >= total} onClick={() => onPage(page + 1)}>
        {t('actions.next')}
      </Button>
    </Group>
  )
}
