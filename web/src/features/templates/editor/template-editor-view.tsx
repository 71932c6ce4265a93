// A template in the code editor: what is wrong with it by line, and what saving would change.

import { Box, Button, Group, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconBook2, IconCheck, IconCopy, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { DifferenceView } from '../../../parts/code-editor/difference-view.tsx'
import { arriving } from '../../../platform/lazy-loading.ts'
import { useTexts } from '../../../texts/texts.ts'
import form from '../../../ui/controls/form.module.css'
import { PageFrame } from '../../../ui/controls/page-frame.tsx'
import { FormHint, FormProblem } from '../../../ui/feedback/form-message.tsx'
import { LoadingRows } from '../../../ui/feedback/loading-rows.tsx'
import { Pill } from '../../../ui/tone/pill.tsx'
import styles from './editor.module.css'
import { type CheckedText, checkText, type LineFault } from './logic/line-faults.ts'
import { referencePathAt } from './logic/template-reference.ts'
import { referenceEntries, TemplateReferenceView } from './template-reference-view.tsx'

const TemplateCodeEditor = lazy(() => arriving(() => import('./template-code-editor.tsx')))

/** What stands before a save: the version that is stored now, and who it concerns. */
export interface Review {
  stored: string
  isChangedMeanwhile: boolean
  gameServers: number
}

export interface TemplateEditorViewProps {
  title: string
  /** Whose text it is; left out for a new one. */
  template?: { id: string; name: string }
  about: string
  initialText: string
  /** Without it nothing can be changed; the copy is offered instead where somebody may make one. */
  isReadOnly?: boolean
  copyOf?: number
  hasChanges: boolean
  /** What the panel refused, and in which text. */
  refused: { text: string; faults: LineFault[] } | null
  problem: string | null
  isBusy: boolean
  /** Open while not null. */
  review: Review | null
  onText: (text: string) => void
  onCancel: () => void
  /** Asked to save: what has a version before it is reviewed first. */
  onSave: () => void
  onReviewed: (isToBeSaved: boolean) => void
}

export function TemplateEditorView(props: TemplateEditorViewProps) {
  const t = useTexts()
  const {
    title,
    about,
    initialText,
    isReadOnly = false,
    refused,
    problem,
    review,
    onText,
    onReviewed,
  } = props
  const [text, setText] = useState(initialText)
  const [checked, setChecked] = useState<CheckedText>({ text: initialText, faults: [] })
  const { faults } = checked
  // The editor knows one kind of line end.
  const isChecked = checked.text === text.replaceAll('\r\n', '\n')
  const [target, setTarget] = useState<{ line: number } | null>(null)
  const isNarrow = useMediaQuery('(max-width: 720px)') ?? false
  const [isReferenceOpen, setIsReferenceOpen] = useState<boolean | null>(null)
  const [keyAtCursor, setKeyAtCursor] = useState<string | null>(null)
  // Folded on a phone until somebody asks for it.
  const hasReference = isReferenceOpen ?? !isNarrow

  function save() {
    // Whoever saves with the last letter has not been told yet what is wrong with it.
    const found = isChecked ? faults : checkText(text)
    const first = found.find(({ line }) => line !== null)
    if (found.length === 0) props.onSave()
    else if (first?.line) setTarget({ line: first.line })
  }

  return (
    <PageFrame
      path={pathOf(t('pages.templates'), props.template)}
      title={title}
      here={props.template && t(isReadOnly ? 'template.viewText' : 'template.edit')}
      beside={isReadOnly && <ReadOnlyBadge />}
      actions={
        <Button
          variant="default"
          leftSection={<IconBook2 size={16} />}
          aria-expanded={hasReference}
          onClick={() => setIsReferenceOpen(!hasReference)}
        >
          {t(hasReference ? 'templateEditor.hideReference' : 'templateEditor.reference')}
        </Button>
      }
    >
      {isReadOnly ? <ReadOnly {...props} /> : <p className="text-quiet">{about}</p>}
      {problem && <FormProblem>{problem}</FormProblem>}
      <section className={`panel fills-window ${styles.editor}`} aria-label={t('templateEditor.text')}>
        <div className={styles.columns} data-reference={hasReference || undefined}>
          <div className={styles.text}>
            <Suspense fallback={<LoadingRows rows={8} />}>
              <TemplateCodeEditor
                label={t('templateEditor.text')}
                text={initialText}
                isReadOnly={isReadOnly}
                refused={refused}
                target={target}
                onChange={next => {
                  setText(next)
                  onText(next)
                }}
                onChecked={setChecked}
                onSave={save}
                onCursor={(present, offset) =>
                  setKeyAtCursor(referencePathAt(present, offset, referenceEntries))
                }
              />
            </Suspense>
          </div>
          {hasReference && <TemplateReferenceView path={keyAtCursor} />}
        </div>
        {!isReadOnly && <Faults faults={faults} isChecked={isChecked} onGoTo={line => setTarget({ line })} />}
      </section>
      {!isReadOnly && (
        <Group className={form.foot} gap={12} justify="flex-end">
          <Box component="span" className="text-caption" mr="auto" visibleFrom="sm">
            {t('templateEditor.keys')}
          </Box>
          {props.hasChanges && (
            <Box component="span" className="text-secondary" c="var(--text-quiet)" role="status">
              {t('templateEditor.unsaved')}
            </Box>
          )}
          <Button variant="default" onClick={props.onCancel}>
            {t('actions.cancel')}
          </Button>
          <Button loading={props.isBusy} disabled={!props.hasChanges || text.trim() === ''} onClick={save}>
            {t('templateEditor.save')}
          </Button>
        </Group>
      )}
      <Modal
        opened={review !== null}
        onClose={() => onReviewed(false)}
        size={860}
        title={t('templateEditor.reviewTitle')}
      >
        {review && <ReviewView review={review} text={text} isBusy={props.isBusy} onReviewed={onReviewed} />}
      </Modal>
    </PageFrame>
  )
}

const pathOf = (templates: string, template: TemplateEditorViewProps['template']) => [
  <Link key="templates" to="/templates">
    {templates}
  </Link>,
  template && (
    <Link key="template" to="/templates/$templateId" params={{ templateId: template.id }}>
      {template.name}
    </Link>
  ),
]

function ReadOnlyBadge() {
  const t = useTexts()
  return <Pill status={{ tone: 'resting', Icon: IconLock }} label={t('template.readOnly')} />
}

function ReadOnly({ copyOf }: TemplateEditorViewProps) {
  const t = useTexts()
  if (copyOf === undefined) return <FormHint>{t('templateEditor.readOnly')}</FormHint>
  return (
    <Group gap="8px 16px" justify="space-between">
      <p className="text-quiet">{t('templateEditor.readOnlyBuiltIn')}</p>
      <Button
        leftSection={<IconCopy size={16} />}
        renderRoot={rootProps => <Link to="/templates/new" search={{ from: copyOf }} {...rootProps} />}
      >
        {t('templateEditor.duplicate')}
      </Button>
    </Group>
  )
}

interface ReviewViewProps {
  review: Review
  text: string
  isBusy: boolean
  onReviewed: (isToBeSaved: boolean) => void
}

function ReviewView({ review, text, isBusy, onReviewed }: ReviewViewProps) {
  const t = useTexts()
  const { stored, isChangedMeanwhile, gameServers } = review
  return (
    <div className={form.form}>
      {isChangedMeanwhile && <FormProblem>{t('templateEditor.changedMeanwhile')}</FormProblem>}
      <p className="text-quiet">
        {gameServers === 0 ? t('templateEditor.unused') : t('templateEditor.usedBy', { count: gameServers })}
      </p>
      <DifferenceView
        old={stored}
        now={text}
        oldLabel={t('templateEditor.stored')}
        nowLabel={t('templateEditor.yours')}
      />
      <Group className={form.foot} gap={12} justify="flex-end">
        <Button variant="default" onClick={() => onReviewed(false)}>
          {t('templateEditor.goOn')}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={() => onReviewed(true)}>
          {t('templateEditor.saveChanges')}
        </Button>
      </Group>
    </div>
  )
}

/** More than anybody works through at once; they are in the text as well. */
const visibleFaults = 50

interface FaultsProps extends Pick<CheckedText, 'faults'> {
  /** False while what was typed last is still to be checked. */
  isChecked: boolean
  onGoTo: (line: number) => void
}

function Faults({ faults, isChecked, onGoTo }: FaultsProps) {
  const t = useTexts()
  return (
    <div className={styles.faults} data-good={faults.length === 0 || undefined}>
      <p className={styles.count} role="status">
        {isChecked && faults.length === 0 && <IconCheck size={15} aria-hidden />}
        {!isChecked && faults.length === 0 && (
          <span className="text-quiet">{t('templateEditor.checking')}</span>
        )}
        {isChecked && faults.length === 0 && t('templateEditor.noFaults')}
        {faults.length > 0 && t('templateEditor.faults', { count: faults.length })}
      </p>
      {faults.length > 0 && (
        <ul>
          {faults.slice(0, visibleFaults).map(({ line, message }) => (
            <li key={`${line} ${message}`}>
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
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
