// Asks for the format and the name of a new archive.

import { Button, Group, Select, TextInput } from '@mantine/core'
import { type ArchiveFormat, archiveFormats } from '@rookery/contracts/daemon/file-request.ts'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { nameFault } from '../logic/file-paths.ts'
import { archiveName, withEnding } from './archive-name-rules.ts'
import type { DialogProps } from './new-name-view.tsx'

export interface ArchiveRequest {
  format: ArchiveFormat
  name: string
}

interface ArchiveViewProps extends DialogProps {
  /** Of what goes into it. */
  names: readonly string[]
  /** The folder that they are in; the game server's own has none. */
  folderName: string
  taken: ReadonlySet<string>
  onPack: (input: ArchiveRequest) => void
}

export function ArchiveView(props: ArchiveViewProps) {
  const { names, folderName, taken, isBusy, problem, onPack, onClose } = props
  const t = useTexts()
  const [format, setFormat] = useState<ArchiveFormat>('zip')
  const [name, setName] = useState(() => archiveName(names, folderName, 'zip', taken))
  const fault = nameFault(name, taken)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!fault) onPack({ format, name })
  }

  function choose(next: ArchiveFormat) {
    setFormat(next)
    setName(withEnding(name, next))
  }

  return (
    <form className={form.form} onSubmit={submit} noValidate>
      {problem && <FormProblem>{problem}</FormProblem>}
      <TextInput
        label={t('fileDialogs.archiveName')}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        value={name}
        error={fault ? t(`fileDialogs.nameFaults.${fault}`) : undefined}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Select
        label={t('fileDialogs.format')}
        allowDeselect={false}
        data={archiveFormats.map(each => ({ value: each, label: formatText(t, each) }))}
        value={format}
        onChange={next => next && choose(next as ArchiveFormat)}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" loading={isBusy} disabled={fault !== null}>
          {t('fileDialogs.archive')}
        </Button>
      </Group>
    </form>
  )
}

function formatText(t: ReturnType<typeof useTexts>, format: ArchiveFormat): string {
  if (format === 'tar.gz') return t('fileDialogs.formats.tarGz')
  if (format === 'tar.xz') return t('fileDialogs.formats.tarXz')
  return t(`fileDialogs.formats.${format}`)
}
