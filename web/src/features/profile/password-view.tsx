// A new password: the current one as proof, and the length of the new one in words while it is typed.

import { Button, Group, PasswordInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { LengthHint } from '../../parts/password/length-hint.tsx'
import { passwordLength, passwordLimits } from '../../parts/password/password-length-rules.ts'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { SavedLabel } from '../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

export interface PasswordChange {
  current_password: string
  password: string
}

interface PasswordViewProps {
  login: string
  isBusy: boolean
  isChanged: boolean
  faults: Record<string, string[]>
  problem: string | null
  onChange: (change: PasswordChange) => void
}

export function PasswordView({ login, isBusy, isChanged, faults, problem, onChange }: PasswordViewProps) {
  const t = useTexts()
  const [current, setCurrent] = useState('')
  const [wanted, setWanted] = useState('')
  const [isTried, setIsTried] = useState(false)

  useEffect(() => {
    if (!isChanged) return
    setCurrent('')
    setWanted('')
    setIsTried(false)
  }, [isChanged])

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (current && passwordLength(wanted).kind === 'fits') {
      onChange({ current_password: current, password: wanted })
    }
  }

  return (
    <form className={`${form.form} ${form.padded}`} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <input
        className="visually-hidden"
        autoComplete="username"
        value={login}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordInput
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        value={current}
        onChange={event => setCurrent(event.currentTarget.value)}
        error={isTried && !current ? t('fields.needPassword') : fieldMessage(t, faults.current_password)}
      />
      <PasswordInput
        label={t('profile.newPassword')}
        autoComplete="new-password"
        value={wanted}
        onChange={event => setWanted(event.currentTarget.value)}
        error={
          isTried && passwordLength(wanted).kind !== 'fits'
            ? t('fields.lengthWrong', { min: passwordLimits.minBytes, max: passwordLimits.maxBytes })
            : fieldMessage(t, faults.password)
        }
      />
      <LengthHint password={wanted} />
      <Group className={form.foot} gap={12} justify="flex-end">
        {isChanged && !wanted && <SavedLabel>{t('profile.passwordChanged')}</SavedLabel>}
        <Button type="submit" loading={isBusy}>
          {t('profile.changePassword')}
        </Button>
      </Group>
    </form>
  )
}
