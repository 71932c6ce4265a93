// A file that is not edited here: a picture, or the facts and why.

import { ActionIcon, Button, Group, Tooltip } from '@mantine/core'
import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { IconArrowLeft, IconDownload, IconFileUnknown, IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { ProblemState } from '../../../parts/problems/problem-state.tsx'
import { useLanguage, useTexts } from '../../../texts/texts.ts'
import detail from '../../../ui/controls/detail.module.css'
import { Fact } from '../../../ui/controls/fact.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { formatValue } from '../../../ui/format/unit-rules.ts'
import { TimeAgo } from '../../../ui/time/live-time.tsx'
import { modeInLetters, modeOf } from '../browser/logic/mode-bits.ts'
import { Crumbs } from '../crumbs/crumbs.tsx'
import { DisplayedName } from '../displayed-name.tsx'
import styles from '../files.module.css'
import { nameInText } from '../logic/displayed-name.ts'
import { nameOf, parentOf } from '../logic/file-paths.ts'

export type Preview =
  | { kind: 'loading' }
  | { kind: 'problem'; problem: unknown; onRetry: () => void }
  /** An address of this page's own making, of a type that was fixed here. */
  | { kind: 'image'; address: string; sizeBytes: number }
  | { kind: 'tooLarge' | 'binary' | 'utf16' | 'notUtf8'; sizeBytes: number }

interface PreviewViewProps {
  path: string
  preview: Preview
  /** What the list said about it, where it was seen there. */
  entry: FileEntry | null
  onDownload: () => void
  onOpenFolder: (folder: string) => void
}

export function PreviewView({ path, preview, entry, onDownload, onOpenFolder }: PreviewViewProps) {
  const t = useTexts()
  const folder = parentOf(path)
  const back = t('fileEditor.back', { folder: folder === '' ? t('files.root') : nameInText(nameOf(folder)) })
  const isVisible = preview.kind !== 'loading' && preview.kind !== 'problem'
  return (
    <section className={`panel ${styles.frame}`} aria-label={nameInText(nameOf(path))}>
      <Group className="line-below" gap={8} wrap="nowrap" mih={56} px={12} py={8}>
        <Tooltip label={back}>
          <ActionIcon size={36} aria-label={back} onClick={() => onOpenFolder(folder)}>
            <IconArrowLeft size={18} />
          </ActionIcon>
        </Tooltip>
        <Crumbs path={path} isFile onOpen={onOpenFolder} />
        {isVisible && (
          <ActionIcon
            hiddenFrom="sm"
            size={36}
            variant="default"
            aria-label={t('actions.download')}
            onClick={onDownload}
          >
            <IconDownload size={18} stroke={1.7} />
          </ActionIcon>
        )}
        {isVisible && (
          <Button
            flex="none"
            visibleFrom="sm"
            variant={preview.kind === 'image' ? 'default' : 'filled'}
            leftSection={<IconDownload size={16} />}
            onClick={onDownload}
          >
            {t('actions.download')}
          </Button>
        )}
      </Group>
      <Shown path={path} preview={preview} entry={entry} />
    </section>
  )
}

const iconSize = { size: 28, stroke: 1.5 }

function Shown({ path, preview, entry }: Pick<PreviewViewProps, 'path' | 'preview' | 'entry'>) {
  const t = useTexts()
  if (preview.kind === 'loading') return <LoadingRows rows={5} />
  if (preview.kind === 'problem') return <ProblemState problem={preview.problem} onRetry={preview.onRetry} />
  if (preview.kind === 'image') return <Picture path={path} entry={entry} {...preview} />
  return (
    <>
      <EmptyState
        icon={<IconFileUnknown {...iconSize} />}
        title={t(`filePreview.${preview.kind}Title`)}
        text={t(`filePreview.${preview.kind}Text`)}
      />
      <Facts path={path} entry={entry} sizeBytes={preview.sizeBytes} />
    </>
  )
}

interface PictureProps extends Pick<PreviewViewProps, 'path' | 'entry'> {
  address: string
  sizeBytes: number
}

function Picture({ path, entry, address, sizeBytes }: PictureProps) {
  const t = useTexts()
  const [pixels, setPixels] = useState<{ width: number; height: number } | null>(null)
  const [isBroken, setIsBroken] = useState(false)
  return (
    <>
      {isBroken ? (
        <EmptyState
          icon={<IconPhotoOff {...iconSize} />}
          title={t('filePreview.broken')}
          text={t('filePreview.brokenText')}
        />
      ) : (
        <div className={styles.stage}>
          <img
            src={address}
            alt={t('filePreview.imageOf', { name: nameInText(nameOf(path)) })}
            onLoad={event => {
              const { naturalWidth: width, naturalHeight: height } = event.currentTarget
              setPixels({ width, height })
            }}
            onError={() => setIsBroken(true)}
          />
        </div>
      )}
      <Facts
        path={path}
        entry={entry}
        sizeBytes={sizeBytes}
        more={pixels && t('filePreview.pixels', pixels)}
      />
    </>
  )
}

interface FactsProps extends Pick<PreviewViewProps, 'path' | 'entry'> {
  sizeBytes: number
  more?: string | null
}

function Facts({ path, entry, sizeBytes, more }: FactsProps) {
  const t = useTexts()
  const language = useLanguage()
  const mode = entry && modeOf(entry.mode)
  return (
    <dl className={`line-above ${detail.facts}`}>
      <Fact name={t('filePreview.where')} isMono>
        <DisplayedName name={path} />
      </Fact>
      <Fact name={t('filePreview.size')}>
        {formatValue(sizeBytes, 'bytes', language)}
        {more && ` · ${more}`}
      </Fact>
      {entry && (
        <Fact name={t('filePreview.changed')}>
          <TimeAgo isValue at={entry.modified_at} />
        </Fact>
      )}
      {typeof mode === 'number' && (
        <Fact name={t('filePreview.rights')} isMono>
          {modeInLetters(mode)}
        </Fact>
      )}
    </dl>
  )
}
