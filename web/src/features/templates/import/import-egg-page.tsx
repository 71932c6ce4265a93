// Imports eggs, one or many: shows first what would come of them, and does it when asked to.

import { importTemplate, listGames, listTemplates, readTemplate } from '@rookery/contracts/http/templates.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../platform/api-client.ts'
import { keyOf, wholeQuery } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { ImportEggView } from './import-egg-view.tsx'
import { refusalMessage, useImportMany } from './use-import-many.ts'

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
  const { many, choose, toggle, importChosen, reset } = useImportMany()
  const problem = importing.error ?? preview.error
  const replaced = templates.data?.items.find(({ id }) => id === preview.data?.replaces)
  return (
    <ImportEggView
      preview={preview.data ?? null}
      replacedName={preview.data?.replaces ? (replaced?.name ?? preview.data.template.name) : null}
      isReading={preview.isPending}
      isImporting={importing.isPending}
      problem={problem ? refusalMessage(t, problem) : null}
      many={many}
      onFiles={choose}
      onToggle={toggle}
      onImportMany={() => void importChosen()}
      onPreview={text => preview.mutate(text)}
      onAgain={() => {
        preview.reset()
        importing.reset()
        reset()
      }}
      onImport={text => importing.mutate(text)}
    />
  )
}
