// Imports eggs, one or many: shows first what would come of them, and does it when asked to.

import { importTemplate, listGames, listTemplates, readTemplate } from '@rookery/contracts/http/templates.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, apiInEnglish } from '../../../platform/api-client.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { ImportEggView } from './import-egg-view.tsx'
import { refusalMessage, useImportMany } from './use-import-many.ts'

/** An egg whose template may not be replaced can still be a new one: the reason is shown beside that. */
async function previewEgg(text: string) {
  const call = (as_new: 'true' | 'false') =>
    api(importTemplate, { query: { dry_run: 'true', as_new }, body: { text } })
  try {
    return { preview: await call('false'), refusal: null }
  } catch (error) {
    if (!(error instanceof ApiError) || ![403, 409].includes(error.status)) throw error
    return { preview: await call('true'), refusal: error }
  }
}

export function ImportEggPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const preview = useMutation({ mutationFn: previewEgg })
  const known = preview.data?.preview.replaces ?? null
  const replaced = useQuery({
    queryKey: [...keyOf(readTemplate), 'english', known],
    queryFn: () => apiInEnglish(readTemplate, { params: { id: String(known) } }),
    enabled: known !== null,
  })
  const importing = useMutation({
    mutationFn: ({ text, isNew }: { text: string; isNew: boolean }) =>
      api(importTemplate, { query: { dry_run: 'false', as_new: isNew ? 'true' : 'false' }, body: { text } }),
    onSuccess: async ({ id }) => {
      for (const endpoint of [listTemplates, listGames, readTemplate]) {
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
      }
      if (id !== null) await navigate({ to: '/templates/$templateId', params: { templateId: String(id) } })
    },
  })
  const { many, choose, toggle, importChosen, reset } = useImportMany()
  const problem = importing.error ?? preview.error ?? preview.data?.refusal
  return (
    <ImportEggView
      preview={preview.data?.preview ?? null}
      replaced={replaced.data ?? null}
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
      onImport={(text, isNew) => importing.mutate({ text, isNew })}
    />
  )
}
