// The code editor for the text of a template: completes from its schema and underlines what is wrong while typing.

import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from '@codemirror/autocomplete'
import { type Diagnostic, forceLinting, linter, lintGutter, lintKeymap } from '@codemirror/lint'
import { EditorView, keymap, tooltips } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import CodeEditor from '../../../parts/code-editor/code-editor.tsx'
import { type TextOf, useTexts } from '../../../texts/texts.ts'
import { type CheckedText, checkText, faultRange, type LineFault } from './logic/line-faults.ts'
import { templateCompletionsAt } from './logic/template-completions.ts'

/** After the last letter. */
const checkDelayMs = 350

function complete(t: TextOf, context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context
  const found = templateCompletionsAt(state.doc.toString(), pos)
  if (!found || (!explicit && found.from === pos && !context.matchBefore(/[{:[,] ?$/))) return null
  return {
    from: found.from,
    validFor: /^[\w.-]*$/,
    options: found.options.map(({ label, detail, takes, apply, kind, isRequired }) => ({
      label,
      detail: [
        detail ?? (takes && t(`templateEditor.takes.${takes}`)),
        isRequired && t('templateEditor.required'),
      ]
        .filter(Boolean)
        .join(', '),
      ...(apply && { apply }),
      type: { key: 'property', value: 'enum', name: 'variable' }[kind],
      boost: isRequired ? 1 : 0,
    })),
  }
}

export interface TemplateCodeEditorProps {
  label: string
  text: string
  isReadOnly: boolean
  /** What the panel refused in the text that was saved last. */
  refused: { text: string; faults: readonly LineFault[] } | null
  /** Set when somebody wants to see this line; a new object each time. */
  target: { line: number } | null
  onChange: (text: string) => void
  onChecked: (checked: CheckedText) => void
  onSave: () => void
  /** Where the cursor is, whenever it moves or the text changes. */
  onCursor: (text: string, offset: number) => void
}

export default function TemplateCodeEditor(props: TemplateCodeEditorProps) {
  const { label, text, isReadOnly, refused, target, onChange, onSave } = props
  const editor = useRef<EditorView | null>(null)
  const t = useTexts()
  const latest = useRef({ ...props, t })
  latest.current = { ...props, t }

  const check = (view: EditorView): Diagnostic[] => {
    const present = view.state.doc.toString()
    const { refused: reported, onChecked } = latest.current
    const own = checkText(present)
    const faults = own.length === 0 && reported?.text === present ? [...reported.faults] : own
    onChecked({ text: present, faults })
    return faults.map(fault => {
      const [from, to] = faultRange(fault, present)
      return { from, to, severity: 'error', message: fault.message }
    })
  }
  const checkTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const extensions = useRef([
    keymap.of([{ key: 'Tab', run: acceptCompletion }, ...completionKeymap, ...lintKeymap]),
    autocompletion({ override: [context => complete(latest.current.t, context)], icons: false }),
    // Within the text: what is said below it stays in sight.
    tooltips({ tooltipSpace: view => view.dom.getBoundingClientRect() }),
    linter(check, { delay: checkDelayMs }),
    // The linter asks the clock whether its time has come, and one that was set back would keep it waiting.
    EditorView.updateListener.of(({ docChanged, view }) => {
      if (!docChanged) return
      clearTimeout(checkTimer.current)
      checkTimer.current = setTimeout(() => forceLinting(view), checkDelayMs)
    }),
    lintGutter(),
  ])

  const cursor = useRef(
    EditorView.updateListener.of(({ state, selectionSet, docChanged }) => {
      if (selectionSet || docChanged) latest.current.onCursor(state.doc.toString(), state.selection.main.head)
    }),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal is shown at once, not with the next letter
  useEffect(() => {
    if (editor.current) forceLinting(editor.current)
  }, [refused])

  useEffect(() => {
    const view = editor.current
    if (!view || !target) return
    const { from, to } = view.state.doc.line(Math.min(Math.max(1, target.line), view.state.doc.lines))
    view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    })
    view.focus()
  }, [target])

  return (
    <CodeEditor
      label={label}
      text={text}
      language={text.trimStart().startsWith('{') ? 'json' : 'yaml'}
      isReadOnly={isReadOnly}
      extensions={isReadOnly ? cursor.current : [extensions.current, cursor.current]}
      onReady={view => {
        editor.current = view
        if (!isReadOnly) forceLinting(view)
      }}
      onChange={onChange}
      onPlace={() => undefined}
      onSave={onSave}
    />
  )
}
