// Reminds an administrator to set up the second factor: a calm line above the page, which never covers it.

import { ActionIcon, Button } from '@mantine/core'
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
    <section className={styles.reminder} aria-label={t('reminder.title')}>
      <span className={styles.shield} aria-hidden>
        <IconShieldLock size={20} stroke={1.6} />
      </span>
      <p className={styles.words}>
        <strong>{t('reminder.title')}</strong>
        <span>
          {t('reminder.short')} {deadline}
        </span>
      </p>
      <div className={styles.answers}>
        <Button size="xs" onClick={onSetUp}>
          {t('reminder.setUp')}
        </Button>
        <Button size="xs" variant="subtle" onClick={onLater}>
          {t('reminder.later')}
        </Button>
      </div>
      <ActionIcon size={28} className={styles.close} aria-label={t('actions.close')} onClick={onLater}>
        <IconX size={16} />
      </ActionIcon>
    </section>
  )
}
