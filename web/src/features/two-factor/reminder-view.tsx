// Reminds an administrator to set up the second factor: a calm line above the page, which never covers it.

import { ActionIcon, Button, Group } from '@mantine/core'
import type { MfaNudge } from '@rookery/contracts/http/auth.ts'
import { IconShieldLock, IconX } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
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
  return (
    <Group
      component="section"
      className={styles.reminder}
      gap={14}
      wrap="nowrap"
      aria-label={t('reminder.title')}
    >
      <span className={styles.shield} aria-hidden>
        <IconShieldLock size={20} stroke={1.6} />
      </span>
      <Group component="p" className={styles.words} gap="0 10px" align="stretch">
        <strong>{t('reminder.title')}</strong>
        <span>
          {t('reminder.short')} {deadline}
        </span>
      </Group>
      <Group className={styles.answers} gap={6} align="stretch" wrap="nowrap">
        <Button size="xs" onClick={onSetUp}>
          {t('reminder.setUp')}
        </Button>
        <Button size="xs" variant="subtle" onClick={onLater}>
          {t('reminder.later')}
        </Button>
      </Group>
      <ActionIcon size={28} className={styles.close} aria-label={t('actions.close')} onClick={onLater}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  )
}
