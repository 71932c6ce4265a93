// Asks before entries are deleted, and names them.

import { Box, Button, Group, Stack } from '@mantine/core'
import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { FileIcon } from '../browser/file-icon.tsx'
import { DisplayedName } from '../displayed-name.tsx'
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
      <Stack component="ul" className="well breakable" gap={2} px={12} py={8}>
        {entries.slice(0, mostNamed).map(entry => (
          <Group component="li" key={entry.path} gap={10} wrap="nowrap" mih={28}>
            <FileIcon name={entry.name} type={entry.type} />
            <DisplayedName name={entry.name} />
          </Group>
        ))}
        {left > 0 && (
          <Box component="li" className="text-faint" pl={29}>
            {t('fileDialogs.deleteMore', { count: left })}
          </Box>
        )}
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
