// Asks before somebody is kicked or banned, and for the reason.

import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface PlayerDialogViewProps {
  action: 'kick' | 'ban'
  isBusy: boolean
  problem: string | null
  onConfirm: (reason: string) => void
  onClose: () => void
}

export function PlayerDialogView({ action, isBusy, problem, onConfirm, onClose }: PlayerDialogViewProps) {
  const t = useTexts()
  const [reason, setReason] = useState('')

  function confirm(event: FormEvent) {
    event.preventDefault()
    onConfirm(reason.trim())
  }

  return (
    <form className={form.form} onSubmit={confirm}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className={form.text}>{t(`players.${action}Text`)}</p>
      <TextInput
        label={t('players.reason')}
        description={t('players.reasonHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={200}
        data-autofocus
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <div className={form.foot}>
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" color={action === 'ban' ? 'danger' : undefined} loading={isBusy}>
          {t(`players.${action}`)}
        </Button>
      </div>
    </form>
  )
}
