// The catalog of games, for those who may view templates.

import { listNodes } from '@rookery/contracts/http/nodes.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import { TemplatesView } from './templates-view.tsx'

export function TemplatesPage() {
  const profile = useQuery(apiQuery(readProfile, {}))
  const templates = useQuery(wholeQuery(listTemplates))
  const maySeeNodes = profile.data?.sections.node.includes('view') ?? false
  const nodes = useQuery({ ...wholeQuery(listNodes), enabled: maySeeNodes })
  // Without the nodes the catalog is whole, and says nothing about where a game runs.
  const isWaiting = !profile.data || (maySeeNodes && nodes.isPending)
  return (
    <TemplatesView
      status={templates.isError ? 'problem' : templates.data && !isWaiting ? 'ready' : 'loading'}
      problem={templates.error}
      templates={templates.data?.items ?? []}
      nodes={nodes.data?.items ?? null}
      mayCreate={profile.data?.sections.template.includes('create') ?? false}
      mayAddNode={profile.data?.sections.node.includes('create') ?? false}
      onRetry={() => void templates.refetch()}
    />
  )
}
