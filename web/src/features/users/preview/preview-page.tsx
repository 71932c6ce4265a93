// The preview of what a user sees and may do: computed by the panel, never in their name.

import { readPermissionsOnGameServer, readUserAccess } from '@rookery/contracts/http/permissions.ts'
import { listUserGameServers } from '@rookery/contracts/http/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { apiQuery, pageQuery } from '../../../platform/api-queries.ts'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { useUser } from '../use-user.ts'
import { PreviewView } from './preview-view.tsx'

const visibleServers = 50

export function PreviewPage() {
  const user = useUser()
  const id = String(user.data?.id ?? 0)
  const isKnown = user.data !== undefined
  const [asked, setAsked] = useState<number | null>(null)
  const list = pageQuery(listUserGameServers, { params: { id }, query: { per_page: visibleServers } })
  const gameServers = useQuery({ ...list, enabled: isKnown })
  const access = useQuery({ ...apiQuery(readUserAccess, { params: { id } }), enabled: isKnown })
  const reasons = useQuery({
    ...apiQuery(readPermissionsOnGameServer, { params: { id, server: String(asked ?? 0) } }),
    enabled: isKnown && asked !== null,
  })
  const problem = gameServers.error ?? access.error
  if (problem) {
    const retry = () => void Promise.all([gameServers.refetch(), access.refetch()])
    return <ProblemState problem={problem} onRetry={retry} />
  }
  if (!user.data || !gameServers.data || !access.data) return <LoadingRows rows={6} />
  return (
    <PreviewView
      user={user.data}
      access={access.data}
      gameServers={gameServers.data.items}
      total={gameServers.data.total}
      asked={asked}
      reasons={reasons.data ?? null}
      onAsk={setAsked}
    />
  )
}
