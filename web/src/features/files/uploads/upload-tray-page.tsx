// The tray of uploads on every page: shows the queue, and lets lists of files read themselves anew as files arrive.

import { listFiles, readFileUsage } from '@rookery/contracts/http/files.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { keyOf } from '../../../platform/api-queries.ts'
import { isArchive } from '../logic/file-kind.ts'
import { ExtractHere } from './extract-here.tsx'
import { nameOf, type Upload } from './logic/upload.ts'
import { refusedByRule, summaryOf } from './logic/upload-summary.ts'
import { RefusedFiles } from './refused-files.tsx'
import { uploadQueue } from './upload-queue.ts'
import { UploadTrayView } from './upload-tray-view.tsx'

/** With many small files the lists are read again once in a while, not once for each. */
const rereadAfterMs = 400

/** A plugin is an archive too, and wants to stay one. */
const isExtractable = ({ path }: Upload) => isArchive(nameOf(path)) && !/\.jar$/i.test(path)

export function UploadTrayPage() {
  const queryClient = useQueryClient()
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.current)
  const [isOpen, setIsOpen] = useState(true)
  const { done } = summaryOf(uploads)
  const refused = refusedByRule(uploads)

  useEffect(() => {
    if (done === 0) return
    const timer = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: keyOf(listFiles) })
      void queryClient.invalidateQueries({ queryKey: keyOf(readFileUsage) })
    }, rereadAfterMs)
    return () => clearTimeout(timer)
  }, [done, queryClient])

  if (uploads.length === 0) return null
  return (
    <UploadTrayView
      uploads={uploads}
      isOpen={isOpen}
      onOpen={setIsOpen}
      onCancel={uploadQueue.cancel}
      onRetry={uploadQueue.retry}
      refused={refused.length > 0 && <RefusedFiles refused={refused} onRetry={uploadQueue.retry} />}
      extract={upload => isExtractable(upload) && <ExtractHere upload={upload} />}
      onAnswer={uploadQueue.answer}
      onCancelAll={uploadQueue.cancelAll}
      onClose={uploadQueue.clear}
    />
  )
}
