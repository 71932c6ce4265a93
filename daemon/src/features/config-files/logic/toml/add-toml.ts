// Adds a missing key to TOML: to its table where that has lines of its own, else below a new header at the end.

import type { Change } from '../editor.ts'
import type { Step } from '../find-places.ts'
import { insert } from '../text/splice.ts'
import { belowBanner, lineAfter, lineAtEnd, lineBreakOf } from '../text/text-lines.ts'
import type { TomlNode, TomlTable } from './toml-node.ts'
import { encodeTomlKey } from './toml-text.ts'

const nowhere = { problem: 'nothing can be added at this place' }

export function addToml(text: string, parent: TomlNode, steps: readonly Step[], written: string): Change {
  if (parent.type === 'value') return nowhere
  const names = steps.filter(step => typeof step === 'string')
  if (parent.type === 'list') {
    const isNewEntry = parent.isOfTables && names.length === steps.length - 1 && names.length > 0
    return isNewEntry ? addHeader(text, `[[${encodeTomlKey(parent.path)}]]`, names, written) : nowhere
  }
  if (names.length < steps.length) return addList(text, parent, steps, written)
  if (parent.form === 'inline') return addInline(text, parent, names, written)
  if (parent.form !== 'dotted') return addToTable(text, parent, names, written)
  return parent.lastLine === null ? nowhere : addLine(text, parent, [...parent.path, ...names], written)
}

function addToTable(text: string, parent: TomlTable, names: string[], written: string): Change {
  const isHere = names.length === 1 || parent.isInList
  if (isHere && parent.lastLine !== null) return addLine(text, parent, names, written)
  if (isHere && parent.form === 'root') {
    const line = `${encodeTomlKey(names)} = ${written}`
    if (parent.entries.size === 0) return [lineAtEnd(text, line)]
    return [insert(belowBanner(text, /^#/), line + lineBreakOf(text))]
  }
  if (parent.isInList) return nowhere
  const header = encodeTomlKey([...parent.path, ...names.slice(0, -1)])
  return addHeader(text, `[${header}]`, names.slice(-1), written)
}

function addLine(text: string, { lastLine, form }: TomlTable, names: string[], written: string): Change {
  const start = text.lastIndexOf('\n', (lastLine ?? 0) - 1) + 1
  const found = /^[ \t]*/.exec(text.slice(start, lastLine ?? 0))?.[0] ?? ''
  const indent = form === 'root' ? '' : found
  return [lineAfter(text, lastLine ?? 0, `${indent}${encodeTomlKey(names)} = ${written}`)]
}

function addHeader(text: string, header: string, names: string[], written: string): Change {
  const lineBreak = lineBreakOf(text)
  const lines = `${header}${lineBreak}${encodeTomlKey(names)} = ${written}`
  if (text === '' || /\n[ \t]*\r?\n$/.test(text)) return [lineAtEnd(text, lines)]
  return [lineAtEnd(text, lineBreak + lines)]
}

/** `name[0].key` becomes the first entry of a list of tables. */
function addList(text: string, parent: TomlTable, steps: readonly Step[], written: string): Change {
  const [name, index, ...below] = steps
  const names = below.filter(step => typeof step === 'string')
  const canHave = ['root', 'header', 'implied'].includes(parent.form) && !parent.isInList
  if (
    !canHave ||
    typeof name !== 'string' ||
    index !== 0 ||
    names.length === 0 ||
    names.length < below.length
  ) {
    return nowhere
  }
  return addHeader(text, `[[${encodeTomlKey([...parent.path, name])}]]`, names, written)
}

function addInline(text: string, { close, entries }: TomlTable, names: string[], written: string): Change {
  const content = `${encodeTomlKey(names)} = ${written}`
  const before = text.slice(0, close)
  const blanks = before.length - before.trimEnd().length
  if (entries.size === 0) return [insert(close, blanks > 0 ? `${content} ` : ` ${content} `)]
  // A comment may stand before the brace, in the form of TOML 1.1 that has several lines.
  if (/#[^\n]*$/.test(before.trimEnd())) return nowhere
  return [insert(close - blanks, `${before.trimEnd().endsWith(',') ? '' : ','} ${content}`)]
}
