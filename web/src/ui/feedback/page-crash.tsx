// What stands where a page broke: said in words, with the way out.

import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from './empty-state.tsx'

export function PageCrash() {
  const t = useTexts()
  return (
    <EmptyState
      icon={<IconAlertTriangle size={28} stroke={1.5} />}
      title={t('problems.crashTitle')}
      text={t('problems.crashText')}
      action={<Button onClick={() => window.location.reload()}>{t('problems.reload')}</Button>}
    />
  )
}
