// What the pages about people say to somebody who may not open them.

import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

export function UsersForbidden() {
  const t = useTexts()
  return (
    <EmptyState
      icon={<IconLock size={28} stroke={1.5} />}
      title={t('people.closedTitle')}
      text={t('people.closedText')}
      action={
        <Button variant="default" renderRoot={each => <Link to="/" {...each} />}>
          {t('pages.goHome')}
        </Button>
      }
    />
  )
}
