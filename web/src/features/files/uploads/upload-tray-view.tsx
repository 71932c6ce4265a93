// The tray of uploads in the corner: one line for all, a row for each, and the question about names that are taken.

import { ActionIcon, Box, Button, Group, Stack } from '@mantine/core'
import {
  IconAlertTriangleFilled,
  IconArrowUp,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconPlugConnectedX,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ProgressBar } from '../../../parts/tasks/progress-bar.tsx'
import { type TextOf, useLanguage, useTexts } from '../../../texts/texts.ts'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import { shortSpan } from '../../../ui/time/relative-time.ts'
import tones from '../../../ui/tone/tone.module.css'
import type { StatusStyle } from '../../../ui/tone/tone.ts'
import { TakenQuestion } from './conflict-dialog.tsx'
import type { Upload, WhenTaken } from './logic/upload.ts'
import { refusedByRule, summaryOf, type UploadSummary, visibleFirst } from './logic/upload-summary.ts'
import { type UploadActions, UploadRow } from './upload-row.tsx'
import styles from './uploads.module.css'

const visibleRows = 60

interface UploadTrayViewProps extends UploadActions {
  uploads: readonly Upload[]
  /** The one row of all files that are refused by what they are. */
  refused?: ReactNode
  /** What can be done with a file that has arrived. */
  extract?: (upload: Upload) => ReactNode
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onAnswer: (batchId: number, answer: WhenTaken) => void
  onCancelAll: () => void
  onClose: () => void
}

function headline(t: TextOf, { total, done, refused, left }: UploadSummary): string {
  if (left > 0) return t('uploads.under', { done, count: total })
  if (done === 0) return t('uploads.none', { count: total })
  return refused > 0 ? t('uploads.someDone', { done, count: total }) : t('uploads.allDone', { count: done })
}

function useBeside(summary: UploadSummary): string {
  const t = useTexts()
  const language = useLanguage()
  const { left, refused, taken, isWaiting, bytesPerSecond, secondsLeft } = summary
  return [
    isWaiting && t('uploads.paused'),
    left > 0 && bytesPerSecond > 0 && formatValue(bytesPerSecond, 'bytesPerSecond', language),
    left > 0 && secondsLeft !== null && t('uploads.left', { span: shortSpan(secondsLeft * 1000, language) }),
    taken > 0 && t('uploads.takenShort', { count: taken }),
    left > 0 && refused > 0 && t('uploads.refusedShort', { count: refused }),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function UploadTrayView(props: UploadTrayViewProps) {
  const t = useTexts()
  const { uploads, isOpen, refused, extract, onCancelAll } = props
  const summary = summaryOf(uploads)
  const rows = visibleFirst(uploads, visibleRows)
  const hidden = uploads.length - refusedByRule(uploads).length - rows.length
  return (
    <Stack component="section" className={styles.tray} gap={0} aria-label={t('uploads.title')}>
      <TrayHead {...props} summary={summary} />
      {isOpen && (
        <>
          <Questions {...props} />
          <div className={styles.rows}>
            {refused}
            {rows.length > 0 && (
              <ul className="line-above">
                {rows.map(upload => (
                  <UploadRow
                    key={upload.id}
                    upload={upload}
                    onCancel={props.onCancel}
                    onRetry={props.onRetry}
                  >
                    {upload.state.kind === 'done' && extract?.(upload)}
                  </UploadRow>
                ))}
              </ul>
            )}
          </div>
          {(hidden > 0 || summary.left > 1) && (
            <Group
              className="line-above text-caption"
              flex="none"
              wrap="nowrap"
              justify="space-between"
              mih={42}
              py={4}
              pl={14}
              pr={8}
            >
              <span>{hidden > 0 && t('uploads.more', { count: hidden })}</span>
              {summary.left > 1 && (
                <Button size="xs" variant="subtle" onClick={onCancelAll}>
                  {t('uploads.cancelAll')}
                </Button>
              )}
            </Group>
          )}
        </>
      )}
    </Stack>
  )
}

function headStatus({ left, refused, taken, isWaiting }: UploadSummary): StatusStyle {
  if (refused > 0) return { tone: 'trouble', Icon: IconAlertTriangleFilled }
  if (taken > 0) return { tone: 'warning', Icon: IconAlertTriangleFilled }
  if (isWaiting) return { tone: 'away', Icon: IconPlugConnectedX }
  return left > 0 ? { tone: 'building', Icon: IconArrowUp } : { tone: 'running', Icon: IconCheck }
}

type TrayHeadProps = Pick<UploadTrayViewProps, 'isOpen' | 'onOpen' | 'onClose'> & { summary: UploadSummary }

function TrayHead({ isOpen, summary, onOpen, onClose }: TrayHeadProps) {
  const t = useTexts()
  const beside = useBeside(summary)
  const isBusy = summary.left > 0
  const { Icon, tone } = headStatus(summary)
  return (
    <Stack component="header" flex="none" gap={8} py={10} pl={14} pr={8}>
      <Group gap={4} wrap="nowrap" mih={34}>
        <Icon size={18} stroke={2.1} color="var(--tone)" className={tones[tone]} aria-hidden />
        <Box flex={1} miw={0} pl={8} lh={1.35}>
          <Box component="h2" fz={14} role="status">
            {headline(t, summary)}
          </Box>
          {beside && <p className={`text-caption numbers ${styles.state}`}>{beside}</p>}
        </Box>
        <ActionIcon
          size={30}
          aria-expanded={isOpen}
          aria-label={isOpen ? t('uploads.fold') : t('uploads.unfold')}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? <IconChevronDown size={17} /> : <IconChevronUp size={17} />}
        </ActionIcon>
        {!isBusy && (
          <ActionIcon size={30} aria-label={t('uploads.close')} onClick={onClose}>
            <IconX size={17} />
          </ActionIcon>
        )}
      </Group>
      {isBusy && <ProgressBar progress={summary.fraction} label={t('uploads.title')} />}
    </Stack>
  )
}

function Questions({ uploads, onAnswer }: Pick<UploadTrayViewProps, 'uploads' | 'onAnswer'>) {
  const taken = Map.groupBy(
    uploads.filter(({ state }) => state.kind === 'taken'),
    ({ batchId }) => batchId,
  )
  return [...taken].map(([batchId, ofBatch]) => (
    <TakenQuestion key={batchId} uploads={ofBatch} onAnswer={answer => onAnswer(batchId, answer)} />
  ))
}
