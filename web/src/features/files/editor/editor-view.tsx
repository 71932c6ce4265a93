// One text in the editor: its name above, the text, and below it where one is and how it is written.

import { ActionIcon, Box, Button, Group, Stack, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconDeviceFloppy, IconDownload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { arriving } from '../../../platform/lazy-loading.ts'
import { useTexts } from '../../../texts/texts.ts'
import { SavedLabel } from '../../../ui/controls/saved-label.tsx'
import { FormHint, FormProblem } from '../../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { Crumbs } from '../crumbs/crumbs.tsx'
import { nameInText } from '../logic/displayed-name.ts'
import { textLanguageOf } from '../logic/file-kind.ts'
import { nameOf, parentOf } from '../logic/file-paths.ts'
import styles from './editor.module.css'
import { endingLabel, type LineEnding } from './text-content-rules.ts'

const CodeEditor = lazy(() => arriving(() => import('../../../parts/code-editor/code-editor.tsx')))

export interface EditorViewProps {
  path: string
  text: string
  /** Counts up when another text takes the place of what is in the editor. */
  version: number
  line?: number
  hasMark: boolean
  endings: readonly LineEnding[]
  isReadOnly: boolean
  isSaving: boolean
  hasChanges: boolean
  isSaved: boolean
  problem: string | null
  onChange: (text: string) => void
  onSave: () => void
  onDownload: () => void
  onOpenFolder: (folder: string) => void
}

export function EditorView(props: EditorViewProps) {
  const t = useTexts()
  const { path, isReadOnly, problem } = props
  const [place, setPlace] = useState({ line: 1, column: 1 })
  const name = nameInText(nameOf(path))
  return (
    <Stack component="section" className={`panel fills-window ${styles.editor}`} gap={0} aria-label={name}>
      <Head {...props} />
      {isReadOnly && (
        <Box className="line-below" px={12} py={10}>
          <FormHint>{t('fileEditor.readOnly')}</FormHint>
        </Box>
      )}
      {problem && (
        <Box className="line-below" px={12} py={10}>
          <FormProblem>{problem}</FormProblem>
        </Box>
      )}
      <div className={styles.text}>
        <Suspense fallback={<LoadingRows rows={6} />}>
          <CodeEditor
            key={props.version}
            label={t('fileEditor.text', { name })}
            text={props.text}
            language={textLanguageOf(nameOf(path))}
            isReadOnly={isReadOnly}
            line={props.line}
            onChange={props.onChange}
            onPlace={(line, column) => {
              if (line !== place.line || column !== place.column) setPlace({ line, column })
            }}
            onSave={props.onSave}
          />
        </Suspense>
      </div>
      <Group className="line-above text-caption numbers" gap="2px 18px" px={16} py={7}>
        <Box component="span" mr="auto">
          {t('fileEditor.lineAndColumn', place)}
        </Box>
        <span>{t(`fileEditor.languages.${textLanguageOf(nameOf(path))}`)}</span>
        <span>{props.hasMark ? t('fileEditor.encodingMark') : t('fileEditor.encoding')}</span>
        <span>{t(`fileEditor.endings.${endingLabel(props.endings)}`)}</span>
      </Group>
    </Stack>
  )
}

function Head(props: EditorViewProps) {
  const t = useTexts()
  const { path, hasChanges, isSaved, isSaving, isReadOnly, onOpenFolder } = props
  const folder = parentOf(path)
  const back = t('fileEditor.back', { folder: folder === '' ? t('files.root') : nameInText(nameOf(folder)) })
  return (
    <Group className="line-below" gap={8} mih={56} px={12} py={8}>
      <Tooltip label={back}>
        <ActionIcon size={36} aria-label={back} onClick={() => onOpenFolder(folder)}>
          <IconArrowLeft size={18} />
        </ActionIcon>
      </Tooltip>
      <Crumbs path={path} isFile onOpen={onOpenFolder} />
      <Group gap={10} wrap="nowrap" ml="auto">
        {hasChanges ? (
          <Box component="span" className="text-secondary" c="var(--accent-text)" role="status">
            {t('fileEditor.unsaved')}
          </Box>
        ) : (
          isSaved && <SavedLabel>{t('fileEditor.saved')}</SavedLabel>
        )}
        <Tooltip label={t('actions.download')}>
          <ActionIcon size={36} aria-label={t('actions.download')} onClick={props.onDownload}>
            <IconDownload size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        {!isReadOnly && (
          <Button
            leftSection={<IconDeviceFloppy size={16} />}
            loading={isSaving}
            disabled={!hasChanges}
            onClick={props.onSave}
          >
            {t('fileEditor.save')}
          </Button>
        )}
      </Group>
    </Group>
  )
}
