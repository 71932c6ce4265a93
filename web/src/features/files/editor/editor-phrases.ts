// What the editor itself says, in the person's language.

import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { TextOf } from '../../../texts/texts.ts'

export const editorPhrases = (t: TextOf, label: string): Extension => [
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
