// Asks before a key or a service account is ended, and says what stops working.

import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'

interface ConfirmViewProps {
  text: string
  action: string
  isBusy: boolean
  problem: string | null
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmView({ text, action, isBusy, problem, onConfirm, onClose }: ConfirmViewProps) {
  const t = useTexts()
  return (
    <Stack gap={16}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">{text}</p>
      <Group gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" loading={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </Stack>
  )
}
