// The tray of uploads on every page: shows the queue, and lets lists of files read themselves anew as files arrive.

import { listFiles, readFileUsage } from '@rookery/contracts/http/files.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { keyOf } from '../../../platform/api-queries.ts'
import { summaryOf } from './logic/upload-summary.ts'
import { uploadQueue } from './upload-queue.ts'
import { UploadTrayView } from './upload-tray-view.tsx'

/** With many small files the lists are read again once in a while, not once for each. */
const rereadAfterMs = 400

export function UploadTrayPage() {
  const queryClient = useQueryClient()
  const uploads = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.current)
  const [isOpen, setIsOpen] = useState(true)
  const { done } = summaryOf(uploads)

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
      onAnswer={uploadQueue.answer}
      onCancelAll={uploadQueue.cancelAll}
      onClose={uploadQueue.clear}
    />
  )
}
