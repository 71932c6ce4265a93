// The name of a service account; its login stays.

import { Box, Button, Group, TextInput } from '@mantine/core'
import type { ServiceAccount } from '@rookery/contracts/http/service-accounts.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { SavedLabel } from '../../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import type { FormState } from '../details/form-state.ts'

interface AccountNameViewProps extends FormState {
  account: Pick<ServiceAccount, 'login' | 'name'>
  onSave: (name: string) => void
}

export function AccountNameView({ account, isBusy, isSaved, faults, problem, onSave }: AccountNameViewProps) {
  const t = useTexts()
  const [name, setName] = useState(account.name)
  const isChanged = name.trim() !== '' && name.trim() !== account.name

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged) onSave(name.trim())
  }

  return (
    <form className={`${form.form} ${form.padded}`} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <div className={form.pair}>
        <div>
          <Box component="p" className="text-label" mb={6}>
            {t('newUser.login')}
          </Box>
          <Box component="p" className="mono breakable" lh="36px">
            {account.login}
          </Box>
        </div>
        <TextInput
          label={t('newUser.name')}
          maxLength={190}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
          error={fieldMessage(t, faults.name)}
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
