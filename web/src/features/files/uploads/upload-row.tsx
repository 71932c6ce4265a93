// One file on its way: its name, where it goes, what happens to it, and the buttons that fit.

import { ActionIcon, Group, Tooltip } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconArrowUp,
  IconCheck,
  IconCircleXFilled,
  IconClock,
  IconFingerprint,
  IconMinus,
  IconPlugConnectedX,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ProgressBar } from '../../../parts/tasks/progress-bar.tsx'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import tones from '../../../ui/tone/tone.module.css'
import type { StatusStyle } from '../../../ui/tone/tone.ts'
import { folderOf, isUnfinished, nameOf, numberedPath, type Upload, type UploadKind } from './logic/upload.ts'
import { isWorthRetrying } from './logic/upload-refusal.ts'
import { uploadFraction, uploadText } from './upload-text.ts'
import styles from './uploads.module.css'

const statusStyles: Record<UploadKind, StatusStyle> = {
  queued: { tone: 'resting', Icon: IconClock },
  checking: { tone: 'building', Icon: IconFingerprint, isMoving: true },
  sending: { tone: 'building', Icon: IconArrowUp, isMoving: true },
  waiting: { tone: 'away', Icon: IconPlugConnectedX },
  taken: { tone: 'warning', Icon: IconAlertTriangleFilled },
  done: { tone: 'running', Icon: IconCheck },
  skipped: { tone: 'resting', Icon: IconMinus },
  canceled: { tone: 'resting', Icon: IconMinus },
  refused: { tone: 'trouble', Icon: IconCircleXFilled },
}

export interface UploadActions {
  onCancel: (id: number) => void
  onRetry: (ids: readonly number[]) => void
}

interface UploadRowProps extends UploadActions {
  upload: Upload
  /** Under a file that has arrived. */
  children?: ReactNode
}

export function UploadRow({ upload, children, ...actions }: UploadRowProps) {
  const t = useTexts()
  const language = useLanguage()
  const { Icon, tone, isMoving } = statusStyles[upload.state.kind]
  const path = numberedPath(upload.path, upload.copyNumber)
  const fraction = uploadFraction(upload)
  return (
    <li className={`${styles.row} ${tones[tone]}`} data-state={upload.state.kind}>
      <Icon
        size={17}
        stroke={2.1}
        color="var(--tone)"
        className={isMoving ? styles.moves : undefined}
        aria-hidden
      />
      <div>
        <Group component="p" gap={8} wrap="nowrap" title={path}>
          <span className={`truncate ${styles.fileName}`}>{nameOf(path)}</span>
          {folderOf(path) && <span className={`text-faint truncate ${styles.folder}`}>{folderOf(path)}</span>}
        </Group>
        <p className={`text-caption numbers breakable ${styles.state}`}>{uploadText(t, upload, language)}</p>
        {fraction !== null && (
          <ProgressBar progress={fraction} label={t('uploads.progressOf', { name: nameOf(path) })} />
        )}
        {children}
      </div>
      <RowActions upload={upload} {...actions} />
    </li>
  )
}

function RowActions({ upload, onCancel, onRetry }: { upload: Upload } & UploadActions) {
  const t = useTexts()
  const { state, id } = upload
  const name = nameOf(upload.path)
  const mayRetry = state.kind === 'canceled' || (state.kind === 'refused' && isWorthRetrying(state.refusal))
  if (isUnfinished(upload)) {
    return (
      <Tooltip label={t('uploads.cancel')}>
        <ActionIcon size={28} aria-label={t('uploads.cancelNamed', { name })} onClick={() => onCancel(id)}>
          <IconX size={15} />
        </ActionIcon>
      </Tooltip>
    )
  }
  if (!mayRetry) return null
  return (
    <Tooltip label={t('actions.retry')}>
      <ActionIcon size={28} aria-label={t('uploads.retryNamed', { name })} onClick={() => onRetry([id])}>
        <IconRefresh size={15} />
      </ActionIcon>
    </Tooltip>
  )
}
