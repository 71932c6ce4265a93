// Login, name, e-mail, language and id in another system of a user.

import { Button, Group, Select, TextInput } from '@mantine/core'
import type { User } from '@rookery/contracts/http/users.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { languageCodes, languages } from '../../../texts/languages.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { SavedLabel } from '../../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import type { FormState } from './form-state.ts'

type Identity = Pick<User, 'login' | 'name' | 'email' | 'language' | 'external_id'>

interface IdentityViewProps extends FormState {
  user: Identity
  onSave: (change: {
    login: string
    name: string
    email: string
    external_id: string | null
    language?: string
  }) => void
}

export function IdentityView({ user, isBusy, isSaved, faults, problem, onSave }: IdentityViewProps) {
  const t = useTexts()
  const [login, setLogin] = useState(user.login)
  const [name, setName] = useState(user.name)
  const [email, setEmail] = useState(user.email)
  const [language, setLanguage] = useState(user.language)
  const [externalId, setExternalId] = useState(user.external_id ?? '')
  const isChanged =
    login.trim() !== user.login ||
    name.trim() !== user.name ||
    email.trim() !== user.email ||
    externalId.trim() !== (user.external_id ?? '') ||
    language !== user.language

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isChanged) return
    onSave({
      login: login.trim(),
      name: name.trim(),
      email: email.trim(),
      external_id: externalId.trim() || null,
      ...(language && { language }),
    })
  }

  return (
    <form className={`${form.form} ${form.padded}`} onSubmit={submit} noValidate autoComplete="off">
      {problem && <FormProblem>{problem}</FormProblem>}
      <div className={form.pair}>
        <TextInput
          label={t('newUser.login')}
          maxLength={64}
          spellCheck={false}
          autoComplete="off"
          value={login}
          onChange={event => setLogin(event.currentTarget.value)}
          error={fieldMessage(t, faults.login)}
        />
        <TextInput
          label={t('newUser.name')}
          maxLength={190}
          autoComplete="off"
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={fieldMessage(t, faults.name)}
        />
        <TextInput
          label={t('users.email')}
          type="email"
          maxLength={320}
          autoComplete="off"
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
          error={fieldMessage(t, faults.email)}
        />
        <Select
          label={t('user.language')}
          placeholder={t('user.languageNone')}
          allowDeselect={false}
          data={languageCodes.map(code => ({ value: code as string, label: languages[code].name }))}
          value={language}
          onChange={setLanguage}
          error={fieldMessage(t, faults.language)}
        />
        <TextInput
          label={t('user.externalId')}
          description={t('user.externalIdText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={190}
          spellCheck={false}
          autoComplete="off"
          value={externalId}
          onChange={event => setExternalId(event.currentTarget.value)}
          error={fieldMessage(t, faults.external_id)}
        />
      </div>
      <Group className={form.foot} gap={12} justify="flex-end">
        {isSaved && !isChanged && <SavedLabel>{t('user.saved')}</SavedLabel>}
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          {t('actions.save')}
        </Button>
      </Group>
    </form>
  )
}
