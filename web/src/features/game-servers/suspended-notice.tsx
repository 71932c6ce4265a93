// Says on every tab of a suspended game server that it is, since when and why.

import type { GameServerDetail } from '@rookery/contracts/http/game-servers.ts'
import { suspendedStyle } from '../../parts/run-state/state-style.ts'
import { useTexts } from '../../texts/texts.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

interface SuspendedNoticeProps {
  suspended: NonNullable<GameServerDetail['suspended']>
  isAdministrator: boolean
}

export function SuspendedNotice({ suspended, isAdministrator }: SuspendedNoticeProps) {
  const t = useTexts()
  return (
    <Notice status={suspendedStyle} title={t('suspension.title', { reason: suspended.reason })}>
      {t(isAdministrator ? 'suspension.textForAdministrators' : 'suspension.text')}
    </Notice>
  )
}
