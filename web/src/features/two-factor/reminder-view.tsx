// Reminds an administrator to set up the second factor: a calm line, and a louder one in the last week; neither covers the page.

import { ActionIcon, Button, Group } from '@mantine/core'
import type { MfaNudge } from '@rookery/contracts/http/auth.ts'
import { IconShieldLock, IconX } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { isUrgent } from './logic/reminder-place.ts'
import styles from './reminder.module.css'
import { useDeadlineText } from './use-deadline-text.ts'

interface ReminderViewProps {
  nudge: MfaNudge
  onSetUp: () => void
  /** Also when it is closed in any other way (5.5.3). */
  onLater: () => void
}

export function ReminderView({ nudge, onSetUp, onLater }: ReminderViewProps) {
  const t = useTexts()
  const deadline = useDeadlineText(nudge)
  const isLoud = isUrgent(nudge)
  return (
    <Group
      component="section"
      className={styles.reminder}
      gap={14}
      wrap="nowrap"
      data-urgent={isLoud || undefined}
      aria-label={t('reminder.title')}
    >
      <IconShieldLock
        size={20}
        stroke={1.6}
        color={isLoud ? 'var(--state-warning)' : 'var(--text-quiet)'}
        aria-hidden
      />
      <Group component="p" flex={1} miw={0} gap="0 10px" align="stretch">
        <strong>{t('reminder.title')}</strong>
        <span className="text-quiet">
          {t('reminder.short')} {deadline}
        </span>
      </Group>
      <Group className={styles.answers} flex="none" gap={6} align="stretch">
        {/* Whatever page it stands on has its own next step. */}
        <Button size="xs" variant="default" onClick={onSetUp}>
          {t('reminder.setUp')}
        </Button>
        <Button size="xs" variant="subtle" onClick={onLater}>
          {t('reminder.later')}
        </Button>
      </Group>
      <ActionIcon size={28} flex="none" aria-label={t('actions.close')} onClick={onLater}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  )
}
