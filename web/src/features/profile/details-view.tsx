// Name and e-mail address, as others see them.

import { Button, TextInput } from '@mantine/core'
import type { Profile } from '@rookery/contracts/http/profile.ts'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { fieldInWords } from '../../ui/feedback/field-in-words.ts'
import { FormProblem } from '../../ui/feedback/form-word.tsx'
import { useTexts } from '../../ui/texts/texts.ts'
import styles from './profile.module.css'

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
    <form className={styles.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('profile.name')}
        autoComplete="name"
        maxLength={190}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={fieldInWords(t, faults.name)}
      />
      <TextInput
        label={t('profile.email')}
        type="email"
        autoComplete="email"
        maxLength={320}
        value={email}
        onChange={event => setEmail(event.currentTarget.value)}
        error={fieldInWords(t, faults.email)}
      />
      <div className={styles.foot}>
        {isSaved && !isChanged && (
          <span className={styles.saved} role="status">
            <IconCheck size={16} aria-hidden />
            {t('profile.saved')}
          </span>
        )}
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          {t('actions.save')}
        </Button>
      </div>
    </form>
  )
}
