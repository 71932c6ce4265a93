// Asks for the name of a new file or folder.

import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { nameFault } from '../logic/file-paths.ts'

export interface DialogProps {
  isBusy: boolean
  problem: string | null
  onClose: () => void
}

interface NewNameViewProps extends DialogProps {
  what: 'newFile' | 'newFolder'
  taken: ReadonlySet<string>
  onCreate: (name: string) => void
}

export function NewNameView({ what, taken, isBusy, problem, onCreate, onClose }: NewNameViewProps) {
  const t = useTexts()
  const [name, setName] = useState('')
  const fault = nameFault(name, taken)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!fault) onCreate(name)
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('fileDialogs.name')}
        placeholder={what === 'newFile' ? 'notes.txt' : 'maps'}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        value={name}
        error={fault && name !== '' ? t(`fileDialogs.nameFaults.${fault}`) : undefined}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={fault !== null}>
          {what === 'newFile' ? t('fileDialogs.makeAndOpen') : t('fileDialogs.make')}
        </Button>
      </Group>
    </form>
  )
}
