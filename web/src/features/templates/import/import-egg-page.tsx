// Imports an egg: shows first what would come of it, and does it when asked to.

import { importTemplate, listGames, listTemplates, readTemplate } from '@rookery/contracts/http/templates.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { api } from '../../../platform/api-client.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { type TextOf, useTexts } from '../../../texts/texts.ts'
import { ImportEggView } from './import-egg-view.tsx'

function refusalMessage(t: TextOf, error: unknown): string | null {
  if (!error) return null
  const aboutText = error instanceof ApiError ? fieldMessage(t, error.fields.text) : undefined
  return aboutText ?? problemMessage(t, error)
}

export function ImportEggPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const templates = useQuery(wholeQuery(listTemplates))
  const preview = useMutation({
    mutationFn: (text: string) => api(importTemplate, { query: { dry_run: 'true' }, body: { text } }),
  })
  const importing = useMutation({
    mutationFn: (text: string) => api(importTemplate, { query: { dry_run: 'false' }, body: { text } }),
    onSuccess: async ({ id }) => {
      for (const endpoint of [listTemplates, listGames, readTemplate]) {
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
      }
      if (id !== null) await navigate({ to: '/templates/$templateId', params: { templateId: String(id) } })
    },
  })
  const replaced = templates.data?.items.find(({ id }) => id === preview.data?.replaces)
  return (
    <ImportEggView
      preview={preview.data ?? null}
      replacedName={preview.data?.replaces ? (replaced?.name ?? preview.data.template.name) : null}
      isReading={preview.isPending}
      isImporting={importing.isPending}
      problem={refusalMessage(t, importing.error ?? preview.error)}
      onPreview={text => preview.mutate(text)}
      onAgain={() => {
        preview.reset()
        importing.reset()
      }}
      onImport={text => importing.mutate(text)}
    />
  )
}
