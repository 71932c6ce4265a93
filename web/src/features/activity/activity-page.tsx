// The tab of what happened to one game server.

import { type ActivityKind, listGameServerActivity } from '@rookery/contracts/http/activity.ts'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ProblemState } from '../../parts/problems/problem-state.tsx'
import { api } from '../../platform/api-client.ts'
import { ActivityView } from './activity-view.tsx'
import { linesAtOnce, useOlderActivity } from './use-older-activity.ts'

export function ActivityPage() {
  const { serverId } = useParams({ from: '/shell/servers/$serverId' })
  const [kind, setKind] = useState<ActivityKind | null>(null)
  const { problem, retry, ...activity } = useOlderActivity(
    listGameServerActivity,
    [serverId, kind],
    (before, signal) => {
      const query = { per_page: linesAtOnce, ...(kind && { kind }), ...(before && { before }) }
      return api(listGameServerActivity, { params: { server: serverId }, query }, signal)
    },
  )
  if (problem) return <ProblemState problem={problem} onRetry={retry} />
  return <ActivityView {...activity} kind={kind} nowMs={Date.now()} onKind={setKind} />
}
