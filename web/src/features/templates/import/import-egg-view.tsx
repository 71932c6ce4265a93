// The import of an egg: paste or drop it, look at what was understood, then import.

import { Button, Group, Stack, Textarea } from '@mantine/core'
import { IconEgg } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type DragEvent, useRef, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { PageFrame } from '../../../ui/controls/page-frame.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import { EggPreviewView, type Preview } from './egg-preview-view.tsx'
import styles from './import.module.css'

export interface ImportEggViewProps {
  preview: Preview | null
  /** The name of the template that this egg would replace. */
  replacedName: string | null
  isReading: boolean
  isImporting: boolean
  problem: string | null
  onPreview: (text: string) => void
  onAgain: () => void
  onImport: (text: string) => void
}

/** The panel takes no larger one either. */
const largestBytes = 2 * 1024 * 1024

export function ImportEggView(props: ImportEggViewProps) {
  const t = useTexts()
  const { preview, problem, onAgain, onImport } = props
  const [text, setText] = useState('')
  const [fileProblem, setFileProblem] = useState<string | null>(null)
  const [isOver, setIsOver] = useState(false)

  async function take(file: File | undefined) {
    if (!file) return
    if (file.size > largestBytes) return setFileProblem(t('egg.tooLarge', { name: file.name }))
    const read = await file.text().catch(() => null)
    if (read === null) return setFileProblem(t('egg.unreadable', { name: file.name }))
    setFileProblem(null)
    setText(read)
    props.onPreview(read)
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
      void take(event.dataTransfer.files[0])
    },
  }
  const message = fileProblem ?? problem
  return (
    <PageFrame path={<Link to="/templates">{t('pages.templates')}</Link>} title={t('egg.title')}>
      <Stack
        className={styles.page}
        maw={920}
        gap={16}
        data-over={isOver || undefined}
        {...(preview ? {} : dropping)}
      >
        <p className="text-quiet">{t('egg.about')}</p>
        {message && <FormProblem>{message}</FormProblem>}
        {preview ? (
          <EggPreviewView
            preview={preview}
            replacedName={props.replacedName}
            isImporting={props.isImporting}
            onAgain={onAgain}
            onImport={() => onImport(text)}
          />
        ) : (
          <EggText {...props} text={text} onText={setText} onFile={file => void take(file)} />
        )}
      </Stack>
    </PageFrame>
  )
}

interface EggTextProps extends Pick<ImportEggViewProps, 'isReading' | 'onPreview'> {
  text: string
  onText: (text: string) => void
  onFile: (file: File | undefined) => void
}

function EggText({ text, isReading, onText, onFile, onPreview }: EggTextProps) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Group className={styles.drop} p="16px 18px" gap="12px 16px">
        <IconEgg size={26} stroke={1.5} color="var(--text-quiet)" aria-hidden />
        <Stack flex={1} gap={0} miw={200}>
          <strong>{t('egg.paste')}</strong>
          <span className="text-secondary">{t('egg.drop')}</span>
        </Stack>
        <Button variant="default" onClick={() => input.current?.click()}>
          {t('egg.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".json,.yaml,.yml"
          onChange={event => onFile(event.currentTarget.files?.[0])}
        />
      </Group>
      <Textarea
        aria-label={t('egg.text')}
        classNames={{ input: styles.text }}
        spellCheck={false}
        wrap="off"
        value={text}
        onChange={event => onText(event.currentTarget.value)}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button loading={isReading} disabled={text.trim() === ''} onClick={() => onPreview(text)}>
          {t('egg.preview')}
        </Button>
      </Group>
    </>
  )
}
