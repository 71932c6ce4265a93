// Why a backup failed, for pages that seldom say so: the sentences are loaded when one is needed.

import { lazy, Suspense } from 'react'
import { useLanguage, useTexts, withTexts } from '../../texts/texts.ts'

const load = withTexts(['backups'], () => import('./storage-reason-rules.ts'))
const LoadedReason = lazy(async () => {
  const { storageReasonText } = await load()
  return {
    default: function Reason({ reason }: { reason: string }) {
      return storageReasonText(useTexts(), reason, useLanguage())
    },
  }
})

export function StorageReason({ reason }: { reason: string }) {
  return (
    <Suspense fallback={null}>
      <LoadedReason reason={reason} />
    </Suspense>
  )
}
