// Asks before entries are deleted, and names them.

import { Box, Button, Checkbox, Group, Stack } from '@mantine/core'
import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import tones from '../../../ui/tone/tone.module.css'
import { FileIcon } from '../browser/file-icon.tsx'
import { DisplayedName } from '../displayed-name.tsx'
import type { DialogProps } from './new-name-view.tsx'

interface DeleteViewProps extends DialogProps {
  entries: readonly FileEntry[]
  /** The game runs, and may be using them. */
  isRunning: boolean
  /** There is somewhere to put a backup. */
  canBackUp: boolean
  onConfirm: (isBackedUpFirst: boolean) => void
}

const mostNamed = 8

export function DeleteView({
  entries,
  isRunning,
  canBackUp,
  isBusy,
  problem,
  onConfirm,
  onClose,
}: DeleteViewProps) {
  const t = useTexts()
  const folders = entries.filter(({ type }) => type === 'directory').length
  const isBackupOffered = canBackUp && folders > 0
  // Of what a game is using it is the usual way.
  const [isBackedUpFirst, setBackedUpFirst] = useState(isRunning)
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
        {folders > 0 ? t('fileDialogs.deleteFolderText', { count: folders }) : t('fileDialogs.deleteText')}
        {hasLink && ` ${t('fileDialogs.deleteLinkText')}`}
      </p>
      {isRunning && folders > 0 && (
        <Group component="p" className={`${tones.warning} ${tones.sign}`} gap={8} wrap="nowrap">
          <IconAlertTriangle size={17} aria-hidden />
          <strong>{t('fileDialogs.deleteRunning')}</strong>
        </Group>
      )}
      {isBackupOffered && (
        <Checkbox
          label={t('fileDialogs.backUpFirst')}
          description={t('fileDialogs.backUpFirstText')}
          checked={isBackedUpFirst}
          onChange={event => setBackedUpFirst(event.currentTarget.checked)}
        />
      )}
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('actions.cancel')}
        </Button>
        <Button color="danger" loading={isBusy} onClick={() => onConfirm(isBackupOffered && isBackedUpFirst)}>
          {t('fileDialogs.delete')}
        </Button>
      </Group>
    </div>
  )
}
