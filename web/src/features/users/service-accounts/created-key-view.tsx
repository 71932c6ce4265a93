// The value of a new key, this once, with a call that works.

import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { CopyField } from '../../../ui/controls/copy-button.tsx'
import { FormHint } from '../../../ui/feedback/form-message.tsx'

interface CreatedKeyViewProps {
  value: string
  origin: string
  onClose: () => void
}

export function CreatedKeyView({ value, origin, onClose }: CreatedKeyViewProps) {
  const t = useTexts()
  return (
    <Stack gap={16}>
      <FormHint>{t('serviceAccounts.shownOnce')}</FormHint>
      <div>
        <p className="text-label">{t('serviceAccounts.key')}</p>
        <CopyField text={value} label={t('serviceAccounts.copyKey')} />
      </div>
      <div>
        <p className="text-label">{t('accessTokens.example')}</p>
        <CopyField
          text={`curl -H 'Authorization: Bearer ${value}' '${origin}/api/servers'`}
          label={t('actions.copyCommand')}
        />
      </div>
      <Group gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button onClick={onClose}>{t('actions.done')}</Button>
      </Group>
    </Stack>
  )
}
