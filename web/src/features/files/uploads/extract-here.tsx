// "Extract here" under an archive that has arrived: one click, and how it goes.

import { Button } from '@mantine/core'
import { extractArchive, listFiles, readFileUsage } from '@rookery/contracts/http/files.ts'
import { readTask } from '@rookery/contracts/http/tasks.ts'
import { hasEnded } from '@rookery/contracts/run-states.ts'
import { IconPackage } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { problemMessage } from '../../../parts/problems/problem-message.ts'
import { useReasonText } from '../../../parts/reasons/use-reason-text.ts'
import { api } from '../../../platform/api-client.ts'
import { apiQuery, keyOf } from '../../../platform/api-queries.ts'
import { useTexts } from '../../../texts/texts.ts'
import { folderOf, nameOf, numberedPath, type Upload } from './logic/upload.ts'

export function ExtractHere({ upload }: { upload: Upload }) {
  const t = useTexts()
  const reasonText = useReasonText()
  const queryClient = useQueryClient()
  const path = numberedPath(upload.path, upload.copyNumber)
  const extract = useMutation({
    mutationFn: () =>
      api(extractArchive, {
        params: { server: String(upload.gameServerId) },
        body: { path, target: folderOf(path) },
      }),
  })
  const taskId = extract.data?.task_id
  const task = useQuery({
    ...apiQuery(readTask, { params: { id: String(taskId) } }),
    enabled: taskId !== undefined,
  }).data
  const isOver = task !== undefined && hasEnded(task.status)

  useEffect(() => {
    if (!isOver) return
    void queryClient.invalidateQueries({ queryKey: keyOf(listFiles) })
    void queryClient.invalidateQueries({ queryKey: keyOf(readFileUsage) })
  }, [isOver, queryClient])

  if (task?.status === 'success') return <Note text={t('uploads.extracted')} />
  if (taskId !== undefined && !isOver) return <Note text={t('uploads.extracting')} />
  const failure = extract.error ? problemMessage(t, extract.error) : task?.message && reasonText(task.message)
  return (
    <>
      {(extract.error || isOver) && <Note text={t('uploads.extractFailed', { message: failure ?? '' })} />}
      <Button
        size="compact-xs"
        variant="default"
        mt={5}
        leftSection={<IconPackage size={14} />}
        aria-label={t('uploads.extractNamed', { name: nameOf(path) })}
        loading={extract.isPending}
        onClick={() => extract.mutate()}
      >
        {t('uploads.extractHere')}
      </Button>
    </>
  )
}

const Note = ({ text }: { text: string }) => (
  <p className="text-caption breakable" role="status">
    {text}
  </p>
)
