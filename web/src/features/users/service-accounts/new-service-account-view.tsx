// A new service account: what it is called, and its roles.

import { Box, Button, Group, TextInput } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import { type FormEvent, useState } from 'react'
import type { NameOf } from '../../../parts/permissions/logic/entries-text.ts'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { RolesChoice } from '../roles-choice.tsx'

export interface NewServiceAccount {
  login: string
  name?: string
  roles: string[]
}

interface NewServiceAccountViewProps {
  roles: readonly Role[]
  nameOf: NameOf
  isBusy: boolean
  faults: Record<string, string[]>
  problem: string | null
  onCreate: (input: NewServiceAccount) => void
  onClose: () => void
}

export function NewServiceAccountView(props: NewServiceAccountViewProps) {
  const { roles, nameOf, isBusy, faults, problem, onCreate, onClose } = props
  const t = useTexts()
  const [login, setLogin] = useState('')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const [isTried, setIsTried] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (login.trim()) {
      onCreate({ login: login.trim(), roles: chosen, ...(name.trim() && { name: name.trim() }) })
    }
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate autoComplete="off">
      {problem && <FormProblem>{problem}</FormProblem>}
      <div className={form.pair}>
        <TextInput
          label={t('newUser.login')}
          description={t('serviceAccounts.loginHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
          maxLength={190}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={fieldMessage(t, faults.name)}
        />
      </div>
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
          {t('serviceAccounts.create')}
        </Button>
      </Group>
    </form>
  )
}
