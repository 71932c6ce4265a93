// The catalog of games, for those who may view templates.

import { readProfile } from '@rookery/contracts/http/profile.ts'
import { listTemplates } from '@rookery/contracts/http/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, wholeQuery } from '../../platform/api-queries.ts'
import { TemplatesView } from './templates-view.tsx'

export function TemplatesPage() {
  const profile = useQuery(apiQuery(readProfile, {}))
  const templates = useQuery(wholeQuery(listTemplates))
  return (
    <TemplatesView
      status={templates.data ? 'ready' : templates.isError ? 'problem' : 'loading'}
      problem={templates.error}
      templates={templates.data?.items ?? []}
      mayCreate={profile.data?.sections.template.includes('create') ?? false}
      onRetry={() => void templates.refetch()}
    />
  )
}
