// Asks for the name of a clone, and whether the files come along.

import { Button, Group, TextInput } from '@mantine/core'
import type { GameServer } from '@rookery/contracts/http/game-servers.ts'
import { type FormEvent, useState } from 'react'
import { fieldMessage } from '../../../parts/problems/field-message.ts'
import type { Refusal } from '../../../parts/problems/use-refusal.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { OptionCards } from '../../../ui/controls/option-cards.tsx'
import { FormHint, FormProblem } from '../../../ui/feedback/form-message.tsx'

interface CloneViewProps extends Refusal {
  gameServer: Pick<GameServer, 'name' | 'state'>
  isBusy: boolean
  onClose: () => void
  onClone: (input: { name: string; files: boolean }) => void
}

export function CloneView({ gameServer, isBusy, faults, problem, onClose, onClone }: CloneViewProps) {
  const t = useTexts()
  const [name, setName] = useState(t('manageServer.cloneOf', { name: gameServer.name }))
  const [files, setFiles] = useState<'with' | 'fresh'>('with')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) onClone({ name: name.trim(), files: files === 'with' })
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className="text-quiet">{t('manageServer.cloneText')}</p>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('manageServer.cloneName')}
        maxLength={190}
        data-autofocus
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        error={name.trim() ? fieldMessage(t, faults.name) : t('fields.required')}
      />
      <OptionCards
        label={t('serverMenu.clone')}
        value={files}
        options={[
          { value: 'with', title: t('manageServer.withFiles'), text: t('manageServer.withFilesText') },
          { value: 'fresh', title: t('manageServer.fresh'), text: t('manageServer.freshText') },
        ]}
        onChange={setFiles}
      />
      {files === 'with' && gameServer.state === 'running' && (
        <FormHint>{t('manageServer.cloneRunning')}</FormHint>
      )}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('manageServer.cloneConfirm')}
        </Button>
      </Group>
    </form>
  )
}
