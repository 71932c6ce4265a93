// A list or page that could not be loaded: what happened, and another try.

import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { ApiError } from '../../platform/api-error.ts'
import { useTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { problemMessage } from './problem-message.ts'

export function ProblemState({ problem, onRetry }: { problem: unknown; onRetry?: () => void }) {
  const t = useTexts()
  const requestId = problem instanceof ApiError ? problem.requestId : null
  return (
    <EmptyState
      isProblem
      icon={<IconCloudOff size={28} stroke={1.5} />}
      title={t('problems.title')}
      text={problemMessage(t, problem)}
      details={requestId ? t('problems.requestId', { id: requestId }) : undefined}
      action={
        onRetry && (
          <Button variant="default" onClick={onRetry}>
            {t('actions.retry')}
          </Button>
        )
      }
    />
  )
}
