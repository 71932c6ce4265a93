// A new password for somebody else.

import { Button, Group } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { passwordLength } from '../../../parts/password/password-length-rules.ts'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { SavedLabel } from '../../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import type { FormState } from './form-state.ts'

interface SetPasswordViewProps extends FormState {
  onSet: (password: string) => void
}

export function SetPasswordView({ isBusy, isSaved, faults, problem, onSet }: SetPasswordViewProps) {
  const t = useTexts()
  const [password, setPassword] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isFresh, setIsFresh] = useState(false)

  // What was set stays readable until the next change: it has to be handed over.
  useEffect(() => {
    if (!isSaved) return
    setIsTried(false)
    setIsFresh(true)
  }, [isSaved])

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (passwordLength(password).kind === 'fits') onSet(password)
  }

  return (
    <form className={`${form.form} ${form.padded}`} onSubmit={submit} noValidate autoComplete="off">
      {problem && <FormProblem>{problem}</FormProblem>}
      <NewPasswordField
        password={password}
        isTried={isTried}
        fault={fieldMessage(t, faults.password)}
        onChange={next => {
          setPassword(next)
          setIsFresh(false)
        }}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        {isSaved && isFresh && <SavedLabel>{t('user.passwordSet')}</SavedLabel>}
        <Button type="submit" loading={isBusy} disabled={!password}>
          {t('user.setPassword')}
        </Button>
      </Group>
    </form>
  )
}
