// The import of eggs: paste one, or choose files, a folder or an archive; look at what was understood, then import.

import { Button, Group, Stack, Textarea } from '@mantine/core'
import { IconEgg } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { pickedFromDrop } from '../../../parts/picked-files/dropped-files.ts'
import { useTexts } from '../../../texts/texts.ts'
import { PageFrame } from '../../../ui/controls/page-frame.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import type { ChosenFile } from './collect-texts.ts'
import { EggPreviewView, type Preview, type ReplacedTemplate } from './egg-preview-view.tsx'
import styles from './import.module.css'
import { ImportManyView } from './import-many-view.tsx'
import type { Choice, ImportMany } from './use-import-many.ts'

/** React's types do not know it. */
const folderAttribute = { webkitdirectory: '' } as Record<string, string>

/** How an egg begins, for those who know one by its look. */
const eggExample = '{\n  "meta": { "version": "PTDL_v2" },\n  "name": "Paper",\n  …'

export interface ImportEggViewProps {
  preview: Preview | null
  /** What came of this egg before, once it is read. */
  replaced: ReplacedTemplate | null
  isReading: boolean
  isImporting: boolean
  problem: string | null
  /** Empty unless several files were chosen. */
  many: ImportMany
  onFiles: (files: readonly ChosenFile[]) => Promise<Choice>
  onToggle: (ids: number[], isChosen: boolean) => void
  onImportMany: () => void
  onPreview: (text: string) => void
  onAgain: () => void
  onImport: (text: string, isNew: boolean) => void
}

export function ImportEggView(props: ImportEggViewProps) {
  const t = useTexts()
  const { preview, problem, onAgain, onImport } = props
  const [text, setText] = useState('')
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const [isOver, setIsOver] = useState(false)

  async function take(files: readonly ChosenFile[]) {
    if (files.length === 0) return
    setFileProblem(null)
    try {
      const choice = await props.onFiles(files)
      if (choice.kind === 'nothing') setFileProblem(t('egg.many.nothing'))
      if (choice.kind !== 'one') return
      setText(choice.text)
      props.onPreview(choice.text)
    } catch {
      setFileProblem(t('egg.unreadable', { name: files[0]?.name ?? '' }))
    }
  }

  const dropping = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      void pickedFromDrop(event.dataTransfer).then(({ files }) =>
        take(
          files.map(({ path, file }) => ({
            name: file.name,
            size: file.size,
            webkitRelativePath: path,
            arrayBuffer: () => file.arrayBuffer(),
          })),
        ),
      )
    },
  }
  const message = fileProblem ?? problem
  const isMany = props.many.rows.length > 0
  return (
    <PageFrame path={<Link to="/templates">{t('pages.templates')}</Link>} title={t('egg.title')}>
      <Stack
        className={styles.page}
        maw={920}
        gap={16}
        data-over={isOver || undefined}
        {...(preview || isMany ? {} : dropping)}
      >
        <p className="text-quiet">{t('egg.about')}</p>
        {message && <FormProblem>{message}</FormProblem>}
        {isMany ? (
          <ImportManyView
            many={props.many}
            onToggle={props.onToggle}
            onImport={props.onImportMany}
            onAgain={onAgain}
          />
        ) : preview ? (
          <EggPreviewView
            preview={preview}
            replaced={props.replaced}
            isImporting={props.isImporting}
            onAgain={onAgain}
            onImport={isNew => onImport(text, isNew)}
          />
        ) : (
          <EggText {...props} text={text} onText={setText} onFiles={files => void take(files)} />
        )}
      </Stack>
    </PageFrame>
  )
}

interface EggTextProps extends Pick<ImportEggViewProps, 'isReading' | 'onPreview'> {
  text: string
  onText: (text: string) => void
  onFiles: (files: readonly ChosenFile[]) => void
}

function EggText({ text, isReading, onText, onFiles, onPreview }: EggTextProps) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const onChosen = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.currentTarget.files ?? [])])
    // The same choice again is a choice as well.
    event.currentTarget.value = ''
  }
  return (
    <section aria-label={t('egg.title')}>
      <Stack className={`panel ${styles.drop}`} align="center" gap={16}>
        <IconEgg size={40} stroke={1.25} color="var(--text-quiet)" aria-hidden />
        <Stack gap={2} ta="center">
          <strong className={styles.dropTitle}>{t('egg.drop')}</strong>
          <span className="text-secondary">{t('egg.dropHint')}</span>
        </Stack>
        <Group gap={8} justify="center">
          <Button onClick={() => input.current?.click()}>{t('egg.choose')}</Button>
          <Button variant="default" onClick={() => folder.current?.click()}>
            {t('egg.chooseFolder')}
          </Button>
        </Group>
        <input
          ref={input}
          type="file"
          hidden
          multiple
          data-choice="files"
          accept=".json,.yaml,.yml,.zip,.tar,.gz,.tgz"
          onChange={onChosen}
        />
        <input ref={folder} type="file" hidden multiple {...folderAttribute} onChange={onChosen} />
      </Stack>
      <Stack gap={12} mt={24}>
        <Textarea
          label={t('egg.text')}
          placeholder={eggExample}
          classNames={{ input: styles.text }}
          spellCheck={false}
          wrap="off"
          value={text}
          onChange={event => onText(event.currentTarget.value)}
        />
        <Group gap={12} justify="flex-end">
          <Button
            variant={text.trim() === '' ? 'default' : 'filled'}
            loading={isReading}
            disabled={text.trim() === ''}
            onClick={() => onPreview(text)}
          >
            {t('egg.preview')}
          </Button>
        </Group>
      </Stack>
    </section>
  )
}
