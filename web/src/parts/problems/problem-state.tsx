// A list or page that could not be loaded: what happened, and another try; or what is not there, and a way back.

import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { ApiError } from '../../platform/api-error.ts'
import { useTexts, withTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { problemMessage } from './problem-message.ts'

const loadMissing = withTexts(['missing', 'permissionTitles'], () => import('./missing-state.tsx'))
export const MissingState = lazy(async () => ({ default: (await loadMissing()).MissingState }))

export function ProblemState({ problem, onRetry }: { problem: unknown; onRetry?: () => void }) {
  const t = useTexts()
  const requestId = problem instanceof ApiError ? problem.requestId : null
  const code = problem instanceof ApiError ? problem.code : null
  if (code === 'forbidden' || code === 'not_found') {
    return (
      <Suspense fallback={null}>
        <MissingState isForbidden={code === 'forbidden'} />
      </Suspense>
    )
  }
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
