// The value of a new personal access token, this once, with a call that works.

import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import { CopyField } from '../../ui/controls/copy-button.tsx'
import { FormHint } from '../../ui/feedback/form-message.tsx'

interface CreatedTokenViewProps {
  accessToken: string
  example: string
  onClose: () => void
}

export function CreatedTokenView({ accessToken, example, onClose }: CreatedTokenViewProps) {
  const t = useTexts()
  return (
    <Stack gap={16}>
      <FormHint>{t('accessTokens.shownOnce')}</FormHint>
      <div>
        <p className="text-label">{t('accessTokens.value')}</p>
        <CopyField text={accessToken} label={t('accessTokens.copyValue')} />
      </div>
      <div>
        <p className="text-label">{t('accessTokens.example')}</p>
        <CopyField text={example} label={t('actions.copyCommand')} />
      </div>
      <Group gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button onClick={onClose}>{t('actions.done')}</Button>
      </Group>
    </Stack>
  )
}
