// Reminds an administrator to set up the second factor: until when, and the two answers.

import { Button, Modal } from '@mantine/core'
import type { MfaNudge } from '@rookery/contracts/http/auth.ts'
import { IconCalendarDue, IconShieldLock } from '@tabler/icons-react'
import { useTexts } from '../../ui/texts/texts.ts'
import styles from './two-factor.module.css'
import { useDeadlineWords } from './use-deadline-words.ts'

interface ReminderViewProps {
  nudge: MfaNudge
  isOpen: boolean
  onSetUp: () => void
  /** Also when the dialog is closed in any other way (5.5.3). */
  onLater: () => void
}

export function ReminderView(props: ReminderViewProps) {
  const t = useTexts()
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onLater}
      withCloseButton={false}
      aria-label={t('reminder.title')}
      size={440}
    >
      <ReminderCard {...props} />
    </Modal>
  )
}

export function ReminderCard({ nudge, onSetUp, onLater }: ReminderViewProps) {
  const t = useTexts()
  const deadline = useDeadlineWords(nudge)
  return (
    <div className={styles.reminder}>
      <span className={styles.shield} aria-hidden>
        <IconShieldLock size={28} stroke={1.5} />
      </span>
      <h2>{t('reminder.title')}</h2>
      <p className={styles.text}>{t('reminder.text')}</p>
      {deadline && (
        <p className={styles.deadline}>
          <IconCalendarDue size={17} aria-hidden />
          <span>{deadline}</span>
        </p>
      )}
      <div className={styles.answers}>
        <Button size="md" data-autofocus onClick={onSetUp}>
          {t('reminder.setUp')}
        </Button>
        <Button size="md" variant="subtle" onClick={onLater}>
          {t('reminder.later')}
        </Button>
      </div>
    </div>
  )
}
