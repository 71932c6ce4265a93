// The text of a template in a plain editor, with what is wrong with it by line.

import { Button, Group, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { PageFrame } from '../../../ui/controls/page-frame.tsx'
import { FormProblem } from '../../../ui/feedback/form-message.tsx'
import styles from './editor.module.css'
import { type LineFault, lineSpan } from './line-fault-rules.ts'

export interface TemplateEditorViewProps {
  title: string
  about: string
  initialText: string
  faults: LineFault[]
  problem: string | null
  isBusy: boolean
  onCancel: () => void
  onSave: (text: string) => void
}

export function TemplateEditorView(props: TemplateEditorViewProps) {
  const t = useTexts()
  const { title, about, initialText, faults, problem, isBusy, onCancel, onSave } = props
  const [text, setText] = useState(initialText)
  const field = useRef<HTMLTextAreaElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSave(text)
  }

  function goTo(line: number) {
    const area = field.current
    if (!area) return
    const rowHeight = area.scrollHeight / text.split('\n').length
    area.focus()
    area.setSelectionRange(...lineSpan(text, line))
    area.scrollTop = Math.max(0, (line - 4) * rowHeight)
  }

  return (
    <PageFrame path={<Link to="/templates">{t('pages.templates')}</Link>} title={title}>
      <form className={form.form} onSubmit={submit} noValidate>
        <p className="text-quiet">{about}</p>
        {problem && <FormProblem>{problem}</FormProblem>}
        <Faults faults={faults} onGoTo={goTo} />
        <Textarea
          ref={field}
          aria-label={t('templateEditor.text')}
          classNames={{ input: styles.text }}
          spellCheck={false}
          autoComplete="off"
          wrap="off"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <Group className={form.foot} gap={12} justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={text.trim() === ''}>
            {t('templateEditor.save')}
          </Button>
        </Group>
      </form>
    </PageFrame>
  )
}

function Faults({ faults, onGoTo }: { faults: LineFault[]; onGoTo: (line: number) => void }) {
  const t = useTexts()
  if (faults.length === 0) return null
  return (
    <div className={styles.faults} role="alert">
      <h3>{t('templateEditor.faults', { count: faults.length })}</h3>
      <ul>
        {faults.map(({ line, words }) => (
          <li key={`${line} ${words}`}>
            {line === null ? (
              <span />
            ) : (
              <button
                type="button"
                className={`link ${styles.goTo}`}
                aria-label={t('templateEditor.goToLine', { line })}
                onClick={() => onGoTo(line)}
              >
                {t('templateEditor.line', { line })}
              </button>
            )}
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
