// Asks before a game server is deleted: what becomes of its files is a choice of its own, and with them its name is typed.

import { Button, Group, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { OptionCards } from '../../../ui/controls/option-cards.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import tones from '../../../ui/tone/tone.module.css'

interface DeleteViewProps {
  /** Whether there is a way back once its files are deleted. */
  safety: ReactNode
  name: string
  nodeName: string
  /** Who is disconnected by it. */
  playersOnline: number
  isBusy: boolean
  problem: string | null
  onClose: () => void
  onDelete: (files: 'keep' | 'delete') => void
}

export function DeleteView(props: DeleteViewProps) {
  const t = useTexts()
  const { safety, name, nodeName, playersOnline, isBusy, problem, onClose, onDelete } = props
  const [files, setFiles] = useState<'keep' | 'delete'>('keep')
  const [typed, setTyped] = useState('')
  const isConfirmed = files === 'keep' || typed.trim().toLocaleLowerCase() === name.trim().toLocaleLowerCase()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isConfirmed) onDelete(files)
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className="text-quiet">{t('manageServer.deleteText')}</p>
      {playersOnline > 0 && (
        <Group component="p" className={`${tones.warning} ${tones.sign}`} gap={8} wrap="nowrap">
          <IconUsers size={17} aria-hidden />
          <strong>{t('manageServer.deleteDisconnects', { count: playersOnline })}</strong>
        </Group>
      )}
      {problem && <FormProblem>{problem}</FormProblem>}
      <OptionCards
        label={t('serverMenu.delete')}
        value={files}
        options={[
          {
            value: 'keep',
            title: t('manageServer.keepFiles'),
            text: t('manageServer.keepFilesText', { node: nodeName }),
          },
          {
            value: 'delete',
            title: t('manageServer.deleteFiles'),
            text: t('manageServer.deleteFilesText'),
          },
        ]}
        onChange={setFiles}
      />
      {files === 'delete' && safety}
      {files === 'delete' && (
        <TextInput
          label={t('manageServer.typeName', { name })}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      )}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" color="danger" loading={isBusy} disabled={!isConfirmed}>
          {t('manageServer.deleteConfirm')}
        </Button>
      </Group>
    </form>
  )
}
