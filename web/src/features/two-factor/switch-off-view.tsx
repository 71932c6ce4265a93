// Switches the second factor off: the password and a code, and what is lost.

import { Button, Group, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

interface SwitchOffViewProps {
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onSwitchOff: (proof: { password: string; code: string }) => void
  onClose: () => void
}

export function SwitchOffView({ isBusy, faults, problem, onSwitchOff, onClose }: SwitchOffViewProps) {
  const t = useTexts()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [isTried, setIsTried] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (password && code.trim()) onSwitchOff({ password, code: code.trim() })
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className="text-quiet">{t('twoFactor.switchOffText')}</p>
      {problem && <FormProblem>{problem}</FormProblem>}
      <PasswordInput
        label={t('fields.password')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
        error={isTried && !password ? t('fields.needPassword') : fieldMessage(t, faults.password)}
      />
      <TextInput
        label={t('twoFactor.anyCode')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        value={code}
        onChange={event => setCode(event.currentTarget.value)}
        error={isTried && !code.trim() ? t('twoFactor.needCode') : fieldMessage(t, faults.code)}
      />
      <Group mt={4} gap={8} align="stretch" wrap="nowrap" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" color="danger" loading={isBusy}>
          {t('twoFactor.switchOff')}
        </Button>
      </Group>
    </form>
  )
}
