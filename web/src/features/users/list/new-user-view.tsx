// A new user: what they sign in with, and their roles.

import { Box, Button, Group, TextInput } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import { type FormEvent, useState } from 'react'
import { passwordLength } from '../../../parts/password/password-length-rules.ts'
import type { NameOf } from '../../../parts/permissions/logic/entries-text.ts'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { NewPasswordField } from '../new-password-field.tsx'
import { RolesChoice } from '../roles-choice.tsx'

export interface NewUser {
  login: string
  name?: string
  email?: string
  password: string
  roles: string[]
}

interface NewUserViewProps {
  roles: readonly Role[]
  nameOf: NameOf
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onCreate: (input: NewUser) => void
  onClose: () => void
}

export function NewUserView({ roles, nameOf, isBusy, faults, problem, onCreate, onClose }: NewUserViewProps) {
  const t = useTexts()
  const [login, setLogin] = useState('')
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [chosen, setChosen] = useState(['user'])
  const [isTried, setIsTried] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (!login.trim() || passwordLength(password).kind !== 'fits') return
    onCreate({
      login: login.trim(),
      password,
      roles: chosen,
      ...(name.trim() && { name: name.trim() }),
      ...(email.trim() && { email: email.trim() }),
    })
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate autoComplete="off">
      {problem && <FormProblem>{problem}</FormProblem>}
      <div className={form.pair}>
        <TextInput
          label={t('newUser.login')}
          description={t('newUser.loginHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          data-autofocus
          value={login}
          onChange={event => setLogin(event.currentTarget.value)}
          error={isTried && !login.trim() ? t('newUser.needLogin') : fieldMessage(t, faults.login)}
        />
        <TextInput
          label={t('newUser.name')}
          description={t('newUser.nameHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          maxLength={190}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={fieldMessage(t, faults.name)}
        />
      </div>
      <TextInput
        label={t('newUser.email')}
        type="email"
        autoComplete="off"
        maxLength={320}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
        error={fieldMessage(t, faults.email)}
      />
      <NewPasswordField
        password={password}
        isTried={isTried}
        fault={fieldMessage(t, faults.password)}
        onChange={setPassword}
      />
      <RolesChoice
        label={t('newUser.roles')}
        isBoxed
        roles={roles}
        chosen={chosen}
        nameOf={nameOf}
        onChoose={setChosen}
      />
      <Box component="p" className="text-hint" mt={-8}>
        {fieldMessage(t, faults.roles) ?? t('newUser.rolesText')}
      </Box>
      <Group className={`${form.foot} ${form.stays}`} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('newUser.create')}
        </Button>
      </Group>
    </form>
  )
}
