// The page for an address that leads nowhere.

import { Button } from '@mantine/core'
import { IconMap2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function NotFoundPage() {
  const t = useTexts()
  return (
    <EmptyState
      icon={<IconMap2 size={28} stroke={1.5} />}
      title={t('pages.notFoundTitle')}
      text={t('pages.notFoundText')}
      action={<Button renderRoot={props => <Link to="/" {...props} />}>{t('pages.goHome')}</Button>}
    />
  )
}
