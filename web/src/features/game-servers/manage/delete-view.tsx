// Asks before a game server is deleted: what becomes of its files is a choice of its own.

import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { OptionCards } from '../../../ui/controls/option-cards.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'

interface DeleteViewProps {
  /** Whether there is a way back once its files are deleted. */
  safety: ReactNode
  nodeName: string
  isBusy: boolean
  problem: string | null
  onClose: () => void
  onDelete: (files: 'keep' | 'delete') => void
}

export function DeleteView({ safety, nodeName, isBusy, problem, onClose, onDelete }: DeleteViewProps) {
  const t = useTexts()
  const [files, setFiles] = useState<'keep' | 'delete'>('keep')
  return (
    <div className={form.form}>
      <p className="text-quiet">{t('manageServer.deleteText')}</p>
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
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" loading={isBusy} onClick={() => onDelete(files)}>
          {t('manageServer.deleteConfirm')}
        </Button>
      </Group>
    </div>
  )
}
