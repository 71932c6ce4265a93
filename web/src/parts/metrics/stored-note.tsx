// Says why longer stretches of time are missing, and to administrators how to get them.

import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../texts/texts.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { ChartTime } from './use-stored-metrics.ts'

interface StoredNoteProps {
  time: ChartTime
  isAdministrator: boolean
}

const trouble = { tone: 'trouble', Icon: IconAlertTriangle } as const

export function StoredNote({ time: { storedState, storeProblem }, isAdministrator }: StoredNoteProps) {
  const t = useTexts()
  if (storeProblem !== null) {
    const isFull = / is full\b/.test(storeProblem)
    return (
      <Notice status={trouble} title={isFull ? t('metrics.storeFullTitle') : t('metrics.storeProblemTitle')}>
        {t('metrics.storeProblem')}{' '}
        {isAdministrator && (isFull ? t('metrics.storeFull') : t('metrics.storeFix'))}
        {isAdministrator && !isFull && <code className="text-caption breakable"> {storeProblem}</code>}
      </Notice>
    )
  }
  if (storedState !== 'off' && storedState !== 'tooOld') return null
  const how = storedState === 'off' ? t('metrics.howToStore') : t('metrics.howToUpdate')
  return (
    <p className="text-note">
      {t('metrics.notStored')} {isAdministrator && how}
    </p>
  )
}
