// Asks before entries are deleted, and names them.

import { Button, Group, Stack } from '@mantine/core'
import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { FileIcon } from '../browser/file-icon.tsx'
import { DisplayedName } from '../displayed-name.tsx'
import styles from './dialogs.module.css'
import type { DialogProps } from './new-name-view.tsx'

interface DeleteViewProps extends DialogProps {
  entries: readonly FileEntry[]
  onConfirm: () => void
}

const mostNamed = 8

export function DeleteView({ entries, isBusy, problem, onConfirm, onClose }: DeleteViewProps) {
  const t = useTexts()
  const hasFolder = entries.some(({ type }) => type === 'directory')
  const hasLink = entries.some(({ type }) => type === 'link')
  const left = entries.length - mostNamed
  return (
    <div className={form.form}>
      {problem && <FormProblem>{problem}</FormProblem>}
      <Stack component="ul" className={styles.named} gap={2}>
        {entries.slice(0, mostNamed).map(entry => (
          <li key={entry.path}>
            <FileIcon name={entry.name} type={entry.type} />
            <DisplayedName name={entry.name} />
          </li>
        ))}
        {left > 0 && <li className={styles.rest}>{t('fileDialogs.deleteMore', { count: left })}</li>}
      </Stack>
      <p className="text-quiet">
        {hasFolder ? t('fileDialogs.deleteFolderText') : t('fileDialogs.deleteText')}
        {hasLink && ` ${t('fileDialogs.deleteLinkText')}`}
      </p>
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" loading={isBusy} onClick={onConfirm}>
          {t('fileDialogs.delete')}
        </Button>
      </Group>
    </div>
  )
}
