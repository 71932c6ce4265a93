// The page of what happened to all game servers that the person may see.

import { type ActivityKind, listActivity } from '@rookery/contracts/http/activity.ts'
import { useState } from 'react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { api } from '../../platform/api-client.ts'
import { useTexts } from '../../texts/texts.ts'
import { PageFrame } from '../../ui/controls/page-frame.tsx'
import { ActivityView } from './activity-view.tsx'
import { linesAtOnce, useOlderActivity } from './use-older-activity.ts'

/** As long as the panel keeps it. */
const sinceAlways = new Date(0).toISOString()

export function AllActivityPage() {
  const t = useTexts()
  const [kind, setKind] = useState<ActivityKind | null>(null)
  const { problem, retry, ...activity } = useOlderActivity(listActivity, [kind], (before, signal) => {
    const narrowed = { ...(kind && { kind }), ...(before && { before }) }
    return api(listActivity, { query: { per_page: linesAtOnce, since: sinceAlways, ...narrowed } }, signal)
  })
  return (
    <PageFrame title={t('activity.title')} beside={t('activity.allServers')}>
      {problem ? (
        <ProblemState problem={problem} onRetry={retry} />
      ) : (
        <ActivityView {...activity} kind={kind} nowMs={Date.now()} hasNames onKind={setKind} />
      )}
    </PageFrame>
  )
}
