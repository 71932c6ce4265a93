// Edits a template, or makes a new one: from a starter, or as a copy of one that there is.

import { Stack } from '@mantine/core'
import {
  changeTemplate,
  createTemplate,
  exportTemplate,
  listTemplates,
  readTemplate,
  type TemplateSummary,
} from '@rookery/contracts/http/templates.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { api } from '../../../platform/api-client.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import frame from '../../../ui/controls/controls.module.css'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { asCopy, lineFaults } from './line-fault-rules.ts'
import { starterText } from './starter-text.ts'
import { TemplateEditorView } from './template-editor-view.tsx'

function useSave(save: (text: string) => Promise<TemplateSummary>) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: async saved => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listTemplates) })
      void queryClient.invalidateQueries({ queryKey: keyOf(readTemplate) })
      void queryClient.invalidateQueries({ queryKey: keyOf(exportTemplate) })
      await navigate({ to: '/templates/$templateId', params: { templateId: String(saved.id) } })
    },
  })
}

/** The text of a template, from the panel; nothing to ask when there is none. */
const textQuery = (id: string | null) => ({
  ...apiQuery(exportTemplate, { params: { id: id ?? '' }, query: { format: 'rookery' } }),
  enabled: id !== null,
  // What is being edited is not exchanged under somebody's hands.
  refetchOnWindowFocus: false,
})

export function EditTemplatePage() {
  const t = useTexts()
  const navigate = useNavigate()
  const { templateId } = useParams({ from: '/shell/templates/$templateId/edit' })
  const found = useQuery(apiQuery(readTemplate, { params: { id: templateId } }))
  const save = useSave(text => api(changeTemplate, { params: { id: templateId }, body: { text } }))
  return (
    <Editor
      fromId={templateId}
      title={t('templateEditor.editTitle', { name: found.data?.name ?? '' })}
      about={t('templateEditor.about')}
      save={save}
      onCancel={() => void navigate({ to: '/templates/$templateId', params: { templateId } })}
    />
  )
}

export function NewTemplatePage() {
  const t = useTexts()
  const navigate = useNavigate()
  const { from } = useSearch({ from: '/shell/templates/new' })
  const save = useSave(text => api(createTemplate, { body: { text } }))
  return (
    <Editor
      key={from}
      fromId={from === undefined ? null : String(from)}
      isCopy
      title={t('templateEditor.newTitle')}
      about={from === undefined ? t('templateEditor.about') : t('templateEditor.aboutCopy')}
      save={save}
      onCancel={() => void navigate({ to: '/templates' })}
    />
  )
}

interface EditorProps {
  fromId: string | null
  isCopy?: boolean
  title: string
  about: string
  save: ReturnType<typeof useSave>
  onCancel: () => void
}

function Editor({ fromId, isCopy, title, about, save, onCancel }: EditorProps) {
  const t = useTexts()
  const known = useQuery(textQuery(fromId))
  if (fromId !== null && !known.data) {
    return (
      <Stack className={frame.page} gap={20}>
        {known.isError ? (
          <ProblemState problem={known.error} onRetry={() => void known.refetch()} />
        ) : (
          <LoadingRows rows={5} />
        )}
      </Stack>
    )
  }
  const text = known.data?.text ?? starterText
  const faults = save.error instanceof ApiError ? lineFaults(save.error.fields.text ?? []) : []
  return (
    <TemplateEditorView
      title={title}
      about={about}
      initialText={isCopy && known.data ? asCopy(text) : text}
      faults={faults}
      problem={save.error && faults.length === 0 ? problemMessage(t, save.error) : null}
      isBusy={save.isPending}
      onCancel={onCancel}
      onSave={save.mutate}
    />
  )
}
