// The page of one template: reads it, exports it, deletes it.

import { Button, Group, Modal } from '@mantine/core'
import { listGameServers } from '@rookery/contracts/http/game-servers.ts'
import { readProfile } from '@rookery/contracts/http/profile.ts'
import {
  deleteTemplate,
  exportTemplate,
  listTemplates,
  readTemplate,
} from '@rookery/contracts/http/templates.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { problemMessage } from '../../parts/problems/problem-message.ts'
import { UnopenedPage } from '../../parts/problems/unopened-page.tsx'
import { api } from '../../platform/api-client.ts'
import { apiQuery, keyOf, wholeQuery } from '../../platform/api-queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { downloadText } from '../../ui/controls/download-text.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { noteList } from '../../ui/feedback/note-list.ts'
import type { ExportFormat } from './template-header-view.tsx'
import { TemplateView } from './template-view.tsx'

interface DeleteTemplateDialogProps {
  name: string
  isOpen: boolean
  isBusy: boolean
  problem: string | null
  onClose: () => void
  onConfirm: () => void
}

function DeleteTemplateDialog(props: DeleteTemplateDialogProps) {
  const t = useTexts()
  const { name, isOpen, isBusy, problem, onClose, onConfirm } = props
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('template.deleteTitle', { name })}>
      <div className={form.form}>
        {problem && <FormProblem>{problem}</FormProblem>}
        <p className="text-quiet">{t('template.deleteText')}</p>
        <Group className={form.foot} gap={12} justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button color="danger" loading={isBusy} onClick={onConfirm}>
            {t('template.deleteConfirm')}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}

function useExport(templateId: string) {
  const t = useTexts()
  return useMutation({
    mutationFn: (format: ExportFormat) =>
      api(exportTemplate, { params: { id: templateId }, query: { format } }),
    onSuccess: ({ file_name: name, text }) => downloadText(name, text),
    onError: error => noteList.add(t('template.exportFailed'), problemMessage(t, error)),
  })
}

function useDelete(templateId: string) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(deleteTemplate, { params: { id: templateId } }),
    onSuccess: async () => {
      await navigate({ to: '/templates' })
      void queryClient.invalidateQueries({ queryKey: keyOf(listTemplates) })
    },
  })
}

export function TemplatePage() {
  const t = useTexts()
  const { templateId } = useParams({ from: '/shell/templates/$templateId' })
  const found = useQuery(apiQuery(readTemplate, { params: { id: templateId } }))
  const profile = useQuery(apiQuery(readProfile, {}))
  const gameServers = useQuery(wholeQuery(listGameServers))
  const exporting = useExport(templateId)
  const removal = useDelete(templateId)
  const [isDeleting, setIsDeleting] = useState(false)
  if (!found.data) return <UnopenedPage read={found} />
  const { data } = found
  const rights = profile.data?.sections.template ?? []
  return (
    <>
      <TemplateView
        found={data}
        gameServers={gameServers.data?.items.filter(each => each.template.id === data.id) ?? []}
        mayCreateServer={profile.data?.is_admin ?? false}
        mayEdit={data.source === 'built-in' ? rights.includes('create') : rights.includes('edit')}
        mayDelete={data.source !== 'built-in' && rights.includes('delete')}
        onExport={exporting.mutate}
        onDelete={() => setIsDeleting(true)}
      />
      <DeleteTemplateDialog
        name={data.name}
        isOpen={isDeleting}
        isBusy={removal.isPending}
        problem={removal.error ? problemMessage(t, removal.error) : null}
        onClose={() => {
          removal.reset()
          setIsDeleting(false)
        }}
        onConfirm={() => removal.mutate()}
      />
    </>
  )
}
