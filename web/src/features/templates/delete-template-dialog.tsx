// Asks before a template is deleted.

import { Button, Group, Modal } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface DeleteTemplateDialogProps {
  name: string
  isOpen: boolean
  isBusy: boolean
  problem: string | null
  onClose: () => void
  onConfirm: () => void
}

export function DeleteTemplateDialog(props: DeleteTemplateDialogProps) {
  const t = useTexts()
  const { name, isOpen, isBusy, problem, onClose, onConfirm } = props
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('template.deleteTitle', { name })}>
      <div className={form.form}>
        {problem && <FormProblem>{problem}</FormProblem>}
        <p className="text-quiet">{t('template.deleteText')}</p>
        <Group className={form.foot} gap={12} justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button color="danger" loading={isBusy} onClick={onConfirm}>
            {t('template.deleteConfirm')}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
