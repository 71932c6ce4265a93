// CodeMirror as a part of the page: one text in, its changes out.

import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { type TextOf, useTexts } from '../../texts/texts.ts'
import { editorTheme } from './editor-theme.ts'
import { loadLanguage, type TextLanguage } from './languages.ts'

const editorPhrases = (t: TextOf, label: string): Extension => [
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
  EditorState.phrases.of({
    Find: t('fileEditor.search.find'),
    Replace: t('fileEditor.search.replace'),
    next: t('fileEditor.search.next'),
    previous: t('fileEditor.search.previous'),
    all: t('fileEditor.search.all'),
    'match case': t('fileEditor.search.matchCase'),
    'by word': t('fileEditor.search.byWord'),
    regexp: t('fileEditor.search.regexp'),
    replace: t('fileEditor.search.replace'),
    'replace all': t('fileEditor.search.replaceAll'),
    close: t('actions.close'),
    'Go to line': t('fileEditor.search.goToLine'),
    go: t('fileEditor.search.go'),
  }),
]

export interface CodeEditorProps {
  label: string
  /** At the begin: another text is another editor. */
  text: string
  language: TextLanguage
  isReadOnly: boolean
  /** Shown first, from 1. */
  line?: number
  /** What this text is helped with beyond that; the ones of the first render. */
  extensions?: Extension
  /** Called once, when it is on the page. */
  onReady?: (view: EditorView) => void
  onChange: (text: string) => void
  onPlace: (line: number, column: number) => void
  onSave: () => void
}

const always: Extension = [
  lineNumbers(),
  highlightSpecialChars(),
  history(),
  foldGutter(),
  indentOnInput(),
  bracketMatching(),
  highlightSelectionMatches(),
  search({ top: true }),
  keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, indentWithTab]),
  // Also where nothing may be changed: who has only keys reads by scrolling.
  EditorView.contentAttributes.of({ tabindex: '0' }),
  editorTheme,
]

const changing = (isReadOnly: boolean): Extension => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.editable.of(!isReadOnly),
  // Where nothing can be typed there is no place to type at.
  isReadOnly ? [] : [drawSelection(), highlightActiveLine(), highlightActiveLineGutter()],
]

export default function CodeEditor(props: CodeEditorProps) {
  const { label, text, language, isReadOnly, line } = props
  const t = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | null>(null)
  const parts = useRef({
    language: new Compartment(),
    changing: new Compartment(),
    phrases: new Compartment(),
  })
  // Listeners live as long as the editor: they call what was handed over last.
  const events = useRef(props)
  events.current = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; later changes are handed to it below
  useEffect(() => {
    const { current } = parts
    const listen = EditorView.updateListener.of(update => {
      if (update.docChanged) events.current.onChange(update.state.doc.toString())
      const { head } = update.state.selection.main
      const at = update.state.doc.lineAt(head)
      events.current.onPlace(at.number, head - at.from + 1)
    })
    const save = keymap.of([
      {
        key: 'Mod-s',
        preventDefault: true,
        run: () => {
          events.current.onSave()
          return true
        },
      },
    ])
    const view = new EditorView({
      parent: place.current ?? undefined,
      state: EditorState.create({
        doc: text,
        extensions: [
          save,
          props.extensions ?? [],
          always,
          current.language.of([]),
          current.changing.of(changing(isReadOnly)),
          current.phrases.of(editorPhrases(t, label)),
          listen,
        ],
      }),
    })
    editor.current = view
    view.focus()
    events.current.onReady?.(view)
    return () => {
      view.destroy()
      editor.current = null
    }
  }, [])

  useEffect(() => {
    let isOver = false
    void loadLanguage(language).then(loaded => {
      if (!isOver) editor.current?.dispatch({ effects: parts.current.language.reconfigure(loaded) })
    })
    return () => {
      isOver = true
    }
  }, [language])

  useEffect(() => {
    editor.current?.dispatch({ effects: parts.current.changing.reconfigure(changing(isReadOnly)) })
  }, [isReadOnly])

  useEffect(() => {
    editor.current?.dispatch({ effects: parts.current.phrases.reconfigure(editorPhrases(t, label)) })
  }, [t, label])

  useEffect(() => {
    const view = editor.current
    if (!view || !line) return
    const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines))
    view.dispatch({ selection: { anchor: from, head: to } })
    // Within the editor alone: the page around it stays where it is.
    view.scrollDOM.scrollTop = view.lineBlockAt(from).top - view.scrollDOM.clientHeight / 2
  }, [line])

  return <div ref={place} style={{ height: '100%' }} />
}
