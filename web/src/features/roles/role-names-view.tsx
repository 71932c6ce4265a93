// Title and name of a role, new or known; the name is proposed from the title until somebody types one.

import { Button, Group, TextInput } from '@mantine/core'
import type { Role } from '@rookery/contracts/http/roles.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../parts/problems/field-message.ts'
import { useTexts } from '../../texts/texts.ts'
import form from '../../ui/controls/form.module.css'
import { SavedLabel } from '../../ui/controls/saved-label.tsx'
import { FormProblem } from '../../ui/feedback/form-message.tsx'
import { isRoleName, roleNameFrom } from './role-name-rules.ts'

export interface NamedRole {
  name: string
  title: string
}

interface RoleNamesViewProps {
  /** Null: a new one. */
  known: Pick<Role, 'name' | 'title' | 'built_in'> | null
  isBusy: boolean
  isSaved: boolean
  faults: Record<string, string[]>
  problem: string | null
  onSave: (names: NamedRole) => void
  onClose?: () => void
}

export function RoleNamesView(props: RoleNamesViewProps) {
  const { known, isBusy, isSaved, faults, problem, onSave, onClose } = props
  const t = useTexts()
  const [title, setTitle] = useState(known?.title ?? '')
  const [typedName, setTypedName] = useState(known?.name ?? null)
  const [isTried, setIsTried] = useState(false)
  const name = typedName ?? roleNameFrom(title)
  const isChanged = !known || title.trim() !== known.title || name !== known.name

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (title.trim() && isRoleName(name) && isChanged) onSave({ name, title: title.trim() })
  }

  return (
    <form className={known ? `${form.form} ${form.padded}` : form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('roles.title')}
        placeholder={t('roles.titlePlaceholder')}
        maxLength={190}
        data-autofocus
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
        error={isTried && !title.trim() ? t('roles.needTitle') : fieldMessage(t, faults.title)}
      />
      <TextInput
        classNames={{ input: 'mono' }}
        label={t('roles.name')}
        description={known?.built_in ? t('roles.nameFixed') : t('roles.nameHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={64}
        spellCheck={false}
        disabled={known?.built_in}
        value={name}
        onChange={event => setTypedName(event.currentTarget.value)}
        error={isTried && !isRoleName(name) ? t('roles.needName') : fieldMessage(t, faults.name)}
      />
      {!known && <p className="text-quiet">{t('roles.newText')}</p>}
      <Group className={form.foot} gap={12} justify="flex-end">
        {isSaved && !isChanged && <SavedLabel>{t('user.saved')}</SavedLabel>}
        {onClose && (
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={!isChanged}>
          {known ? t('actions.save') : t('roles.create')}
        </Button>
      </Group>
    </form>
  )
}
