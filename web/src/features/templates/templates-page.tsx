// The catalog of games, for those who may view templates.

import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import { TemplatesView } from './templates-view.tsx'

export function TemplatesPage() {
  const profile = useQuery(apiQuery(readProfile, {}))
  const templates = useQuery(wholeQuery(listTemplates))
  const maySeeNodes = profile.data?.sections.node.includes('view') ?? false
  const nodes = useQuery({ ...wholeQuery(listNodes), enabled: maySeeNodes })
  const gameServers = useQuery(wholeQuery(listGameServers))
  const usedBy = useMemo(() => {
    const counts = new Map<number, number>()
    for (const { template } of gameServers.data?.items ?? [])
      counts.set(template.id, (counts.get(template.id) ?? 0) + 1)
    return counts
  }, [gameServers.data])
  // Without the nodes the catalog is whole, and says nothing about where a game runs.
  const isWaiting = !profile.data || (maySeeNodes && nodes.isPending)
  return (
    <TemplatesView
      status={templates.isError ? 'problem' : templates.data && !isWaiting ? 'ready' : 'loading'}
      problem={templates.error}
      templates={templates.data?.items ?? []}
      nodes={nodes.data?.items ?? null}
      usedBy={usedBy}
      mayCreate={profile.data?.sections.template.includes('create') ?? false}
      mayAddNode={profile.data?.sections.node.includes('create') ?? false}
      onRetry={() => void templates.refetch()}
    />
  )
}
