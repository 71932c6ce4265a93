// A list or page that could not be loaded: what happened, and another try; or what is not there or not open, and a way back.

import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { ApiError } from '../../platform/api-error.ts'
import { useTexts, withTexts } from '../../texts/texts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LoadingTab } from '../../ui/feedback/loading-rows.tsx'
import { problemMessage } from './problem-message.ts'

const loadMissing = withTexts(['missing', 'permissionTitles'], () => import('./missing-state.tsx'))
const LoadedState = lazy(async () => ({ default: (await loadMissing()).MissingState }))

/** The same words wherever something is not there, or not open to this person. */
export const MissingState = (props: { isForbidden?: boolean }) => (
  <Suspense fallback={<LoadingTab />}>
    <LoadedState {...props} />
  </Suspense>
)

export function ProblemState({ problem, onRetry }: { problem: unknown; onRetry?: () => void }) {
  const t = useTexts()
  const requestId = problem instanceof ApiError ? problem.requestId : null
  const code = problem instanceof ApiError ? problem.code : null
  if (code === 'forbidden' || code === 'not_found') return <MissingState isForbidden={code === 'forbidden'} />
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
