// Name and e-mail address, as others see them.

import { Button, Group, TextInput } from '@mantine/core'
import type { Profile } from '@rookery/contracts/http/profile.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { SavedLabel } from '../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'

export interface OwnDetails {
  name: string
  email: string
}

interface DetailsViewProps {
  profile: Pick<Profile, 'login' | 'name' | 'email'>
  isBusy: boolean
  isSaved: boolean
  /** By field, in the panel's words. */
  faults: Record<string, string[]>
  problem: string | null
  onSave: (details: OwnDetails) => void
}

export function DetailsView({ profile, isBusy, isSaved, faults, problem, onSave }: DetailsViewProps) {
  const t = useTexts()
  const [name, setName] = useState(profile.name)
  const [email, setEmail] = useState(profile.email)
  const isChanged = name.trim() !== profile.name || email.trim() !== profile.email

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged) onSave({ name: name.trim(), email: email.trim() })
  }

  return (
    <form className={`${form.form} ${form.padded}`} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('profile.name')}
        autoComplete="name"
        maxLength={190}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={fieldMessage(t, faults.name)}
      />
      <TextInput
        label={t('profile.email')}
        type="email"
        autoComplete="email"
        maxLength={320}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
        error={fieldMessage(t, faults.email)}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        {isSaved && !isChanged && <SavedLabel>{t('profile.saved')}</SavedLabel>}
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          {t('actions.save')}
        </Button>
      </Group>
    </form>
  )
}
