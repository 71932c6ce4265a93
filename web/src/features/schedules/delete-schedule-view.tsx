// Asks before a schedule and its history are deleted.

import { Button, Group } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface DeleteScheduleViewProps {
  isBusy: boolean
  problem: string | null
  onConfirm: () => void
  onClose: () => void
}

export function DeleteScheduleView({ isBusy, problem, onConfirm, onClose }: DeleteScheduleViewProps) {
  const t = useTexts()
  return (
    <div className={form.form}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">{t('schedules.deleteText')}</p>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" loading={isBusy} onClick={onConfirm}>
          {t('schedules.delete')}
        </Button>
      </Group>
    </div>
  )
}
