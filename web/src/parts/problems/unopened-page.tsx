// A page about one thing that is not open yet: its placeholder, or why it cannot be shown.

import { Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import frame from '../../ui/controls/controls.module.css'
import { LoadingPage, type PageShape } from '../../ui/feedback/loading-rows.tsx'
import { ProblemState } from './problem-state.tsx'

interface UnopenedPageProps {
  /** What the page is about. */
  read: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>
  shape?: PageShape
}

export function UnopenedPage({ read, shape }: UnopenedPageProps) {
  if (!read.isError) return <LoadingPage shape={shape} />
  return (
    <Stack className={frame.page} gap={20}>
      <section className="panel">
        <ProblemState problem={read.error} onRetry={() => void read.refetch()} />
      </section>
    </Stack>
  )
}
