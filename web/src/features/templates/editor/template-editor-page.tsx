// Edits a template, or makes a new one: from a starter, or as a copy of one that there is.

import { Stack } from '@mantine/core'
import { readProfile } from '@rookery/contracts/http/profile.ts'
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
import { useState } from 'react'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { api } from '../../../platform/api-client.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import frame from '../../../ui/controls/controls.module.css'
import { LeaveGuard } from '../../../ui/controls/leave-guard.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { asCopy, type LineFault, lineFaults, slugFault } from './logic/line-faults.ts'
import { starterText } from './starter-text.ts'
import { type Review, TemplateEditorView } from './template-editor-view.tsx'

function useSave(save: (text: string) => Promise<TemplateSummary>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: () => {
      for (const endpoint of [listTemplates, readTemplate, exportTemplate])
        void queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
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
  const profile = useQuery(apiQuery(readProfile, {}))
  const save = useSave(text => api(changeTemplate, { params: { id: templateId }, body: { text } }))
  const rights = profile.data?.sections.template
  const isBuiltIn = found.data?.source === 'built-in'
  const isKnown = found.data !== undefined && rights !== undefined
  const isReadOnly = isBuiltIn || !rights?.includes('edit')
  const name = found.data?.name ?? ''
  return (
    <Editor
      fromId={templateId}
      isWaiting={!isKnown && !found.isError}
      title={isReadOnly && isKnown ? name : t('templateEditor.editTitle', { name })}
      template={{ id: templateId, name }}
      about={t('templateEditor.about')}
      isReadOnly={isReadOnly}
      copyOf={isBuiltIn && rights?.includes('create') ? Number(templateId) : undefined}
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
      isNew
      title={t('templateEditor.newTitle')}
      about={from === undefined ? t('templateEditor.about') : t('templateEditor.aboutCopy')}
      save={save}
      onCancel={() => void navigate({ to: '/templates' })}
    />
  )
}

interface EditorProps {
  fromId: string | null
  /** Left out for a new one. */
  template?: { id: string; name: string }
  isWaiting?: boolean
  isNew?: boolean
  title: string
  about: string
  isReadOnly?: boolean
  copyOf?: number | undefined
  save: ReturnType<typeof useSave>
  onCancel: () => void
}

function Editor(props: EditorProps) {
  const { fromId, isNew, isWaiting } = props
  const stored = useQuery(textQuery(fromId))
  if (isWaiting || (fromId !== null && !stored.data)) {
    return (
      <Stack className={frame.page} gap={20}>
        {stored.isError ? (
          <ProblemState problem={stored.error} onRetry={() => void stored.refetch()} />
        ) : (
          <LoadingRows rows={5} />
        )}
      </Stack>
    )
  }
  const text = stored.data?.text ?? starterText
  return <OpenEditor {...props} initialText={isNew && fromId !== null ? asCopy(text) : text} />
}

function faultsOf(error: unknown, text: string): LineFault[] {
  if (!(error instanceof ApiError)) return []
  const slug = slugFault(text, error.message)
  return slug ? [slug] : lineFaults(error.fields.text ?? [])
}

function OpenEditor({ initialText, ...props }: EditorProps & { initialText: string }) {
  const t = useTexts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { fromId, isNew = false, isReadOnly = false, copyOf, save } = props
  // What was there when the editor was opened: a later answer does not take the place of what is typed.
  const [opened] = useState(initialText)
  const [text, setText] = useState(opened)
  const [review, setReview] = useState<Review | null>(null)
  const [reviewProblem, setReviewProblem] = useState<unknown>(null)
  const hasChanges = !isReadOnly && text !== opened
  const faults = save.isError ? faultsOf(save.error, save.variables) : []
  const error = reviewProblem ?? (faults.length === 0 ? save.error : null)

  function store() {
    save.mutate(text, {
      onSuccess: ({ id }) =>
        void navigate({
          to: '/templates/$templateId',
          params: { templateId: String(id) },
          ignoreBlocker: true,
        }),
      onSettled: () => setReview(null),
    })
  }

  /** Against what is stored now, not what was stored when the editor was opened. */
  async function startReview(id: string) {
    setReviewProblem(null)
    try {
      const call = { params: { id }, query: { format: 'rookery' as const } }
      const [now, template] = await Promise.all([
        api(exportTemplate, call),
        queryClient.fetchQuery(apiQuery(readTemplate, { params: { id } })),
      ])
      setReview({
        stored: now.text,
        isChangedMeanwhile: now.text !== opened,
        gameServers: template.game_servers,
      })
    } catch (problem) {
      setReviewProblem(problem)
    }
  }

  return (
    <>
      <TemplateEditorView
        title={props.title}
        {...(props.template && { template: props.template })}
        about={props.about}
        initialText={opened}
        isReadOnly={isReadOnly}
        {...(copyOf !== undefined && { copyOf })}
        hasChanges={hasChanges || (isNew && fromId !== null)}
        refused={faults.length > 0 ? { text: save.variables ?? '', faults } : null}
        problem={error ? problemMessage(t, error) : null}
        isBusy={save.isPending}
        review={review}
        onText={setText}
        onCancel={props.onCancel}
        onSave={() => {
          if (isReadOnly || save.isPending) return
          if (isNew || fromId === null) store()
          else if (hasChanges) void startReview(fromId)
        }}
        onReviewed={isToBeSaved => (isToBeSaved ? store() : setReview(null))}
      />
      <LeaveGuard hasChanges={hasChanges && !save.isSuccess} />
    </>
  )
}
