// Asks for the reason before something is suspended: what happens then, and one line that those who meet it read.

import { Button, Group, TextInput } from '@mantine/core'
import { longestSuspensionReason } from '@rookery/contracts/suspension.ts'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface SuspendViewProps {
  /** What happens. */
  text: string
  reasonLabel: string
  /** Who reads the reason. */
  reasonText: string
  confirm: string
  isBusy: boolean
  problem: string | null
  onSuspend: (reason: string) => void
  onClose: () => void
}

export function SuspendView(props: SuspendViewProps) {
  const t = useTexts()
  const [reason, setReason] = useState('')
  const isReady = reason.trim() !== ''

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReady && !props.isBusy) props.onSuspend(reason.trim())
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate autoComplete="off">
      <p className="text-quiet">{props.text}</p>
      {props.problem && <FormProblem>{props.problem}</FormProblem>}
      <TextInput
        label={props.reasonLabel}
        description={props.reasonText}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={longestSuspensionReason}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
        data-autofocus
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" color="danger" loading={props.isBusy} disabled={!isReady}>
          {props.confirm}
        </Button>
      </Group>
    </form>
  )
}
