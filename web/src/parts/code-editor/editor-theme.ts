// The editor in our colors: it names the design tokens, so that it follows the color scheme by itself.

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const colors = HighlightStyle.define([
  {
    tag: [tags.comment, tags.meta, tags.processingInstruction],
    color: 'var(--text-faint)',
    fontStyle: 'italic',
  },
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: 'var(--state-paused)' },
  {
    tag: [tags.string, tags.special(tags.string), tags.quote, tags.attributeValue],
    color: 'var(--state-running)',
  },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--state-building)' },
  {
    tag: [
      tags.propertyName,
      tags.definition(tags.propertyName),
      tags.definition(tags.variableName),
      tags.attributeName,
    ],
    color: 'var(--state-moving)',
  },
  {
    tag: [tags.tagName, tags.heading, tags.labelName, tags.namespace],
    color: 'var(--accent-text)',
    fontWeight: '600',
  },
  { tag: [tags.punctuation, tags.bracket, tags.separator, tags.operator], color: 'var(--text-quiet)' },
  { tag: tags.invalid, color: 'var(--state-trouble)' },
])

const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface-console)', color: 'var(--text)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55', fontFeatureSettings: '"calt" 0' },
  '.cm-content': { caretColor: 'var(--accent-text)', padding: '10px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--accent-text)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklab, var(--amber) 28%, transparent)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in oklab, var(--text) 4%, transparent)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface-console)',
    color: 'var(--text-faint)',
    border: 'none',
    paddingLeft: '6px',
  },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-foldPlaceholder': {
    border: '1px solid var(--line)',
    backgroundColor: 'var(--surface-hover)',
    color: 'var(--text-quiet)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent-text)',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in oklab, var(--state-moving) 22%, transparent)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in oklab, var(--amber) 26%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in oklab, var(--amber) 55%, transparent)' },
  '.cm-specialChar': { color: 'var(--state-trouble)' },
  '.cm-panels': {
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    fontFamily: 'var(--font-sans)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--line-quiet)' },
  '.cm-panel.cm-search, .cm-panel.cm-gotoLine': { padding: '8px 36px 8px 12px', fontSize: '13px' },
  '.cm-panel label': { fontSize: '13px', marginRight: '8px' },
  '.cm-textfield': {
    height: '28px',
    padding: '0 8px',
    border: '1px solid var(--line-field)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--surface-field)',
    color: 'var(--text)',
    fontSize: '13px',
  },
  '.cm-button': {
    height: '28px',
    padding: '0 10px',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-small)',
    background: 'var(--surface-hover)',
    color: 'var(--text)',
    fontSize: '13px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-raised)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', maxHeight: '18em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--surface-pressed)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { color: 'var(--text-faint)', fontStyle: 'normal', marginLeft: '14px' },
  '.cm-completionMatchedText': { color: 'var(--accent-text)', textDecoration: 'none' },
  '.cm-diagnostic': { padding: '6px 12px', fontFamily: 'var(--font-sans)', fontSize: '13px' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--state-trouble)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--state-trouble)',
    textUnderlineOffset: '3px',
  },
  '.cm-gutter-lint': { width: '16px' },
  '.cm-lint-marker-error': {
    content: '""',
    width: '8px',
    height: '8px',
    margin: '6px 4px',
    borderRadius: '50%',
    backgroundColor: 'var(--state-trouble)',
  },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '6px' },
  '@media (max-width: 720px)': {
    '.cm-panel.cm-search': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px' },
    '.cm-panel.cm-search br': { display: 'none' },
    '.cm-panel.cm-search :is(input, button)': { margin: '0' },
    '.cm-panel.cm-search .cm-textfield': { flex: '1 1 100%' },
    '.cm-panel.cm-search .cm-button': { flex: '1 1 auto' },
  },
  '.cm-panel.cm-search [name=close], .cm-dialog-close': {
    top: '8px',
    right: '10px',
    width: '26px',
    height: '26px',
    color: 'var(--text-quiet)',
    fontSize: '18px',
  },
})

export const editorTheme: Extension = [theme, syntaxHighlighting(colors)]
