// A new password: the current one as proof, and the length of the new one in words while it is typed.

import { Button, Checkbox, Group, PasswordInput } from '@mantine/core'
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

/** What became of a change: with the other devices, without them, or not with them although it was asked for. */
export type PasswordOutcome =
  | { others: 'signed-out' }
  | { others: 'stay' }
  | { others: 'not-signed-out'; problem: string }

interface PasswordViewProps {
  login: string
  isBusy: boolean
  /** Null until it is changed. */
  outcome: PasswordOutcome | null
  faults: Record<string, string[]>
  problem: string | null
  onChange: (change: PasswordChange, signOutOthers: boolean) => void
}

export function PasswordView({ login, isBusy, outcome, faults, problem, onChange }: PasswordViewProps) {
  const t = useTexts()
  const [current, setCurrent] = useState('')
  const [wanted, setWanted] = useState('')
  const [signOutOthers, setSignOutOthers] = useState(true)
  const [isTried, setIsTried] = useState(false)
  const isChanged = outcome !== null

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
      onChange({ current_password: current, password: wanted }, signOutOthers)
    }
  }

  return (
    <form className={`${form.form} ${form.padded}`} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      {outcome?.others === 'not-signed-out' && !wanted && (
        <FormProblem>{t('profile.othersNotSignedOut', { problem: outcome.problem })}</FormProblem>
      )}
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
      <Checkbox
        label={t('profile.signOutOthers')}
        description={t('profile.signOutOthersText')}
        checked={signOutOthers}
        onChange={event => setSignOutOthers(event.currentTarget.checked)}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        {outcome && outcome.others !== 'not-signed-out' && !wanted && (
          <SavedLabel>
            {t(outcome.others === 'stay' ? 'profile.passwordChanged' : 'profile.passwordChangedOthers')}
          </SavedLabel>
        )}
        <Button type="submit" loading={isBusy}>
          {t('profile.changePassword')}
        </Button>
      </Group>
    </form>
  )
}
