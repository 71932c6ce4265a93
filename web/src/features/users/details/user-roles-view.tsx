// The roles that a user holds.

import { Button, Group } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import type { User } from '@rookery/contracts/http/users.ts'
import { type FormEvent, useState } from 'react'
import type { NameOf } from '../../../parts/permissions/logic/entries-text.ts'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { SavedLabel } from '../../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { RolesChoice } from '../roles-choice.tsx'
import type { FormState } from './form-state.ts'

interface UserRolesViewProps extends FormState {
  user: Pick<User, 'roles'>
  roles: readonly Role[]
  nameOf: NameOf
  onSave: (names: string[]) => void
}

const areSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every(name => other.includes(name))

export function UserRolesView(props: UserRolesViewProps) {
  const { user, roles, nameOf, isBusy, isSaved, faults, problem, onSave } = props
  const t = useTexts()
  const [chosen, setChosen] = useState(user.roles)
  const isChanged = !areSame(chosen, user.roles)
  const fault = fieldMessage(t, faults.roles)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isChanged) onSave(chosen)
  }

  return (
    <form className={`${form.form} ${form.padded}`} onSubmit={submit}>
      {(problem ?? fault) && <FormProblem>{problem ?? fault}</FormProblem>}
      <RolesChoice
        label={t('user.rolesTitle')}
        roles={roles}
        chosen={chosen}
        nameOf={nameOf}
        onChoose={setChosen}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        {isSaved && !isChanged && <SavedLabel>{t('user.saved')}</SavedLabel>}
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          {t('actions.save')}
        </Button>
      </Group>
    </form>
  )
}
