// Asks before several sessions are signed out at once, and says what ends.

import { Button, Group, Modal, Stack } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface SignOutDialogProps {
  title: string
  text: string
  confirm: string
  isBusy: boolean
  problem: string | null
  onConfirm: () => void
  onClose: () => void
}

export function SignOutDialog(props: SignOutDialogProps) {
  const { title, text, confirm, isBusy, problem, onConfirm, onClose } = props
  const t = useTexts()
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack gap={16}>
        {problem && <FormProblem>{problem}</FormProblem>}
        <p className="text-quiet">{text}</p>
        <Group gap={8} justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button color="danger" loading={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
