// A list or page that could not be loaded: what happened, and another try.

import { Button, Stack } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { ApiError } from '../../platform/api-error.ts'
import { useTexts } from '../../texts/texts.ts'
import styles from '../../ui/feedback/feedback.module.css'
import { problemMessage } from './problem-message.ts'

export function ProblemState({ problem, onRetry }: { problem: unknown; onRetry?: () => void }) {
  const t = useTexts()
  const requestId = problem instanceof ApiError ? problem.requestId : null
  return (
    <Stack className={styles.empty} gap={0} align="center" role="alert">
      <div className={styles.emptyIcon} aria-hidden>
        <IconCloudOff size={28} stroke={1.5} />
      </div>
      <h2>{t('problems.title')}</h2>
      <p>{problemMessage(t, problem)}</p>
      {requestId && (
        <p className={`mono ${styles.requestId}`}>{t('problems.requestId', { id: requestId })}</p>
      )}
      {onRetry && (
        <div className={styles.emptyAction}>
          <Button variant="default" onClick={onRetry}>
            {t('actions.retry')}
          </Button>
        </div>
      )}
    </Stack>
  )
}
