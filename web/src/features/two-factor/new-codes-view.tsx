// Asks for the password before new recovery codes are made.

import { Button, Group, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface NewCodesViewProps {
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onCreate: (password: string) => void
  onClose: () => void
}

export function NewCodesView({ isBusy, faults, problem, onCreate, onClose }: NewCodesViewProps) {
  const t = useTexts()
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (password) onCreate(password)
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className="text-quiet">{t('twoFactor.newCodesText')}</p>
      {problem && <FormProblem>{problem}</FormProblem>}
      <PasswordInput
        label={t('fields.password')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        error={isTried && !password ? t('fields.needPassword') : fieldMessage(t, faults.password)}
      />
      <Group mt={4} gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('twoFactor.newCodes')}
        </Button>
      </Group>
    </form>
  )
}
