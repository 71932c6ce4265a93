// Asks for the folder that an archive is unpacked to.

import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { normalizeFolder } from '../logic/file-paths.ts'
import type { DialogProps } from './new-name-view.tsx'

interface ExtractViewProps extends DialogProps {
  /** Suggested. */
  target: string
  /** Whether there is a way back. */
  safety?: ReactNode
  onExtract: (target: string) => void
}

export function ExtractView({ target, safety, isBusy, problem, onExtract, onClose }: ExtractViewProps) {
  const t = useTexts()
  const [folder, setFolder] = useState(target)

  function submit(event: FormEvent) {
    event.preventDefault()
    onExtract(normalizeFolder(folder))
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('fileDialogs.target')}
        description={t('fileDialogs.targetText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ input: 'mono' }}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        value={folder}
        onChange={event => setFolder(event.currentTarget.value)}
      />
      <p className="text-quiet">{t('fileDialogs.extractText')}</p>
      {safety}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('fileDialogs.extract')}
        </Button>
      </Group>
    </form>
  )
}
