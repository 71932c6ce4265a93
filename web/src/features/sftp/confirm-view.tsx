// Asks before a key or the password for SFTP stops working, and says what ends with it.

import { Button, Group } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface ConfirmViewProps {
  text: string
  confirm: string
  /** Filled in the color of danger, unless something new takes the place. */
  isReplacing?: boolean
  isBusy: boolean
  problem: string | null
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmView(props: ConfirmViewProps) {
  const t = useTexts()
  const { text, confirm, isReplacing, isBusy, problem, onConfirm, onClose } = props
  return (
    <div className={form.form}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">{text}</p>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button color={isReplacing ? undefined : 'danger'} loading={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </div>
  )
}
