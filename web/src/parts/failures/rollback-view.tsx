// The offer to go back to before a change that a game server has not become ready after, with its one button.

import { Button } from '@mantine/core'
import type { Rollback } from '@rookery/contracts/http/backups.ts'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { timeAgo } from '../../ui/time/relative-time.ts'
import { TroubleCause } from './trouble-card.tsx'

export interface RollbackViewProps {
  rollback: Rollback
  nowMs: number
  isBusy: boolean
  /** Nothing else is known to help. */
  isLeading?: boolean
  onRollBack: () => void
}

/** In the list of causes of a trouble card. */
export function RollbackView({ rollback, nowMs, isBusy, isLeading = true, onRollBack }: RollbackViewProps) {
  const t = useTexts()
  const language = useLanguage()
  const time = timeAgo(Date.parse(rollback.taken_at), nowMs, language)
  const text = t(rollback.has_settings ? 'failure.rollback.text' : 'failure.rollback.filesOnly', { time })
  return (
    <TroubleCause title={t(`failure.rollback.title.${rollback.before}`)} text={text} line={null} lineLabel="">
      <Button
        variant={isLeading ? 'filled' : 'default'}
        flex={{ base: '1 1 100%', sm: 'none' }}
        loading={isBusy}
        leftSection={<IconArrowBackUp size={17} stroke={1.9} />}
        onClick={onRollBack}
      >
        {t(`failure.rollback.button.${rollback.before}`)}
      </Button>
    </TroubleCause>
  )
}
