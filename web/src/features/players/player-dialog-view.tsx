// Asks before somebody is kicked or banned, and for the reason.

import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface PlayerDialogViewProps {
  action: 'kick' | 'ban'
  /** Nobody is disconnected who has left already. */
  isOnline?: boolean
  isBusy: boolean
  problem: string | null
  onConfirm: (reason: string) => void
  onClose: () => void
}

export function PlayerDialogView({
  action,
  isOnline = true,
  isBusy,
  problem,
  onConfirm,
  onClose,
}: PlayerDialogViewProps) {
  const t = useTexts()
  const [reason, setReason] = useState('')

  function confirm(event: FormEvent) {
    event.preventDefault()
    onConfirm(reason.trim())
  }

  return (
    <form className={form.form} onSubmit={confirm}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <p className="text-quiet">{t(isOnline ? `players.${action}Text` : 'players.banAwayText')}</p>
      <TextInput
        label={t('players.reason')}
        description={t('players.reasonHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={200}
        data-autofocus
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" color={action === 'ban' ? 'danger' : undefined} loading={isBusy}>
          {t(`players.${action}`)}
        </Button>
      </Group>
    </form>
  )
}
