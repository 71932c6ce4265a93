// Says that the game still runs with older settings, with the button that changes this.

import { Button } from '@mantine/core'
import { IconRotateClockwise } from '@tabler/icons-react'
import { useTexts } from '../../../texts/texts.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

interface RestartNoticeProps {
  mayRestart: boolean
  isRestarting: boolean
  onRestart: () => void
}

export function RestartNotice({ mayRestart, isRestarting, onRestart }: RestartNoticeProps) {
  const t = useTexts()
  return (
    <Notice
      status={{ tone: 'accent', Icon: IconRotateClockwise }}
      title={t('settings.restartTitle')}
      action={
        mayRestart && (
          <Button loading={isRestarting} onClick={onRestart}>
            {t('settings.restartNow')}
          </Button>
        )
      }
    >
      {t('settings.restartNotice')}
    </Notice>
  )
}
