// When an egg's game is ready: the texts or expressions of config.startup.done as our one ready pattern.

import { compilePattern } from '@rookery/primitives/patterns/pattern.ts'
import { plainString } from '@rookery/primitives/terminal-text.ts'
import { type ImportNotes, quoted } from '../import-notes.ts'

const field = 'config.startup.done'

export function readyPatternOf(done: readonly string[], notes: ImportNotes): string | null {
  const texts = done.map(withoutEscapes)
  const [only] = texts
  if (texts.length === 1 && only !== undefined && isPlain(only)) {
    notes.understood(field, `ready when a line holds ${quoted(only)}`)
    return only
  }
  const expressions = texts.flatMap(text => {
    if (!text.startsWith('regex:')) return [escaped(text)]
    const expression = usableExpression(text.slice('regex:'.length).trim())
    if (expression === null)
      notes.warning(field, `the expression ${quoted(text)} cannot be used here and is left out`)
    return expression === null ? [] : [expression]
  })
  if (expressions.length === 0) {
    notes.warning(field, 'is missing: the game counts as ready when it has lived for some seconds')
    return null
  }
  notes.understood(field, `ready when a line matches one of ${expressions.length}`)
  return `/${expressions.length === 1 ? expressions[0] : expressions.map(one => `(?:${one})`).join('|')}/`
}

/** The node looks at lines without the control sequences of a terminal, so these must go here as well. */
function withoutEscapes(text: string): string {
  return plainString(new TextEncoder().encode(text))
}

/** A text that means itself, whether it is read as a text or as an expression. */
function isPlain(text: string): boolean {
  return !text.startsWith('regex:') && !/[.*+?^${}()|[\]\\/]/.test(text)
}

/** Flags at the beginning, `(?i)…`, are written around here. */
function usableExpression(text: string): string | null {
  const flagged = /^\(\?([ims]+)\)(.*)$/s.exec(text)
  const expression = flagged ? `(?${flagged[1]}:${flagged[2]})` : text
  return compilePattern(expression) === null ? null : expression
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
