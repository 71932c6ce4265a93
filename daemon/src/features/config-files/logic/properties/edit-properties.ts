// Edits .properties files: the last entry of a key counts, a missing key goes to the end.

import { type Change, createEditor, type EditOptions, type Format } from '../editor.ts'
import { wantedValue } from '../only-if.ts'
import { insert } from '../text/splice.ts'
import { lineAtEnd, lineBreakOf } from '../text/text-lines.ts'
import { type PropertyEntry, readProperties } from './read-properties.ts'

interface Properties {
  text: string
  entries: PropertyEntry[]
  /** Whether characters beyond ASCII are written as `\uXXXX`. */
  escapesAll: boolean
}

const format: Format<Properties> = {
  read: (text, { isLatin1 }: EditOptions) => ({
    text,
    entries: readProperties(text),
    escapesAll: isLatin1 === true || isWrittenByJava(text),
  }),
  change(properties, value) {
    const { text, entries, escapesAll } = properties
    const entry = entries.findLast(({ key }) => key === value.key)
    const wanted = wantedValue(value, entry?.value ?? null)
    if ('problem' in wanted) return wanted
    if (wanted.text === null || wanted.text === entry?.value) return []
    const written = escapeValue(wanted.text, escapesAll)
    if (!entry) return addEntry(properties, escapeKey(value.key, escapesAll), written)
    const between = text.slice(entry.keyEnd, entry.valueStart)
    const separator = /[=:]/.test(between) ? '' : '='
    return [{ start: entry.valueStart, end: entry.end, text: separator + written }].filter(
      ({ start, end, text: replacement }) => text.slice(start, end) !== replacement,
    )
  },
}

export const editProperties = createEditor(format)

function addEntry({ text, entries }: Properties, key: string, value: string): Change {
  const last = entries.at(-1)
  const between = last ? text.slice(last.keyEnd, last.valueStart) : '='
  const line = `${key}${/^[ \t]*[=:][ \t]*$/.test(between) ? between : '='}${value}`
  if (last?.isOpen) return [insert(last.start, line + lineBreakOf(text))]
  return [lineAtEnd(text, line)]
}

/**
 * Java reads old files as Latin-1 and always understands `\uXXXX`; other readers of such files take the bytes as they
 * are. A new file is taken for Java's.
 */
function isWrittenByJava(text: string): boolean {
  const hasEscape = /\\u[0-9a-fA-F]{4}|\\[:=]/.test(text)
  const hasDate = /^#\w{3} \w{3} \d\d \d\d:\d\d:\d\d /m.test(text)
  return text.trim() === '' || hasEscape || hasDate
}

function escapeValue(value: string, escapesAll: boolean): string {
  return escaped(value, escapesAll).replace(/^ /, '\\ ')
}

function escapeKey(key: string, escapesAll: boolean): string {
  return escaped(key, escapesAll).replace(/[ =:]|^[#!]/g, '\\$&')
}

const named: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f' }

function escaped(text: string, escapesAll: boolean): string {
  const special = escapesAll ? /\\|[^ -~]/g : /[\\\p{Cc}\u2028\u2029]/gu
  return text.replace(
    special,
    character => named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
