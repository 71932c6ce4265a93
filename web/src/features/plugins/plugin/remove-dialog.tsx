// Asks before a plugin and all that it has stored are removed.

import { Button, Group, Modal } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'

interface RemoveDialogProps extends RemoveViewProps {
  name: string
  isOpen: boolean
}

export function RemoveDialog({ name, isOpen, ...view }: RemoveDialogProps) {
  const t = useTexts()
  return (
    <Modal opened={isOpen} onClose={view.onClose} title={t('plugin.removeTitle', { name })}>
      <RemoveView {...view} />
    </Modal>
  )
}

interface RemoveViewProps {
  isBusy: boolean
  problem: string | null
  onClose: () => void
  onConfirm: () => void
}

export function RemoveView({ isBusy, problem, onClose, onConfirm }: RemoveViewProps) {
  const t = useTexts()
  return (
    <div className={form.form}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">{t('plugin.removeText')}</p>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" loading={isBusy} onClick={onConfirm}>
          {t('plugin.remove')}
        </Button>
      </Group>
    </div>
  )
}
