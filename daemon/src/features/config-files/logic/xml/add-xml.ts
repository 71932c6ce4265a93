// Adds a missing element to XML, indented like its neighbors.

import type { Change } from '../editor.ts'
import { insert } from '../text/splice.ts'
import { lineAtEnd, lineBreakOf } from '../text/text-lines.ts'
import type { XmlElement } from './read-xml.ts'
import type { XmlStep } from './xml-path.ts'
import { encodeAttribute, encodeText, isXmlName } from './xml-text.ts'

interface Target {
  /** Null: the text of the element. */
  name: string | null
  value: string
}

interface Layout {
  indent: string
  step: string
  lineBreak: string
}

export function addElement(
  text: string,
  parent: XmlElement,
  missing: readonly [XmlStep, ...XmlStep[]],
  target: Target,
): Change {
  const names = [...missing.map(({ name }) => name), ...(target.name === null ? [] : [target.name])]
  if (!names.every(isXmlName)) return { problem: 'its path holds a name that XML does not allow' }
  const layout = { indent: '', step: indentStepOf(text), lineBreak: lineBreakOf(text) }
  if (parent.name === '') return addRoot(text, parent, write(missing, target, layout))
  const last = parent.children.at(-1)
  if (!last) return addFirst(text, parent, indent => write(missing, target, { ...layout, indent }), layout)
  const isOwnLine = /(?:^|\n)[ \t]*$/.test(text.slice(0, last.start))
  if (!isOwnLine) return [insert(last.end, write(missing, target, { indent: '', step: '', lineBreak: '' }))]
  const indent = indentAt(text, last.start)
  return [insert(last.end, layout.lineBreak + indent + write(missing, target, { ...layout, indent }))]
}

function addRoot(text: string, { children }: XmlElement, written: string): Change {
  if (children.length > 0) return { problem: 'the file has another root element' }
  const head = text.trim() === '' ? `<?xml version="1.0" encoding="utf-8"?>${lineBreakOf(text)}` : ''
  return [lineAtEnd(text, head + written)]
}

/** Into an element that has none yet; comments in it stay above. */
function addFirst(
  text: string,
  parent: XmlElement,
  write: (indent: string) => string,
  layout: Layout,
): Change {
  const { start, end, name, attributesEnd, contentStart, contentEnd } = parent
  if (parent.pieces.some(piece => text.slice(piece.start, piece.end).trim() !== '')) {
    return { problem: 'a part of its path holds text, not elements' }
  }
  const outer = indentAt(text, start)
  const indent = outer + layout.step
  const content = layout.lineBreak + indent + write(indent)
  const tail = layout.lineBreak + outer
  if (parent.isClosedAtOnce) {
    return [{ start, end, text: `${text.slice(start, attributesEnd)}>${content}${tail}</${name}>` }]
  }
  const inside = text.slice(contentStart, contentEnd)
  const hasBreak = /\n[ \t]*$/.test(inside)
  return [
    hasBreak ? insert(contentStart + inside.trimEnd().length, content) : insert(contentEnd, content + tail),
  ]
}

function write(steps: readonly XmlStep[], target: Target, layout: Layout): string {
  const [step, ...below] = steps
  if (!step) return ''
  const isLast = below.length === 0
  const own = step.attribute ? ` ${step.attribute.name}="${encodeAttribute(step.attribute.value, '"')}"` : ''
  const set = isLast && target.name !== null ? ` ${target.name}="${encodeAttribute(target.value, '"')}"` : ''
  const opening = `<${step.name}${own}${set}`
  if (isLast && (target.name !== null || target.value === '')) return `${opening} />`
  if (isLast) return `${opening}>${encodeText(target.value)}</${step.name}>`
  const indent = layout.indent + layout.step
  const inner = write(below, target, { ...layout, indent })
  return `${opening}>${layout.lineBreak}${indent}${inner}${layout.lineBreak}${layout.indent}</${step.name}>`
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}

function indentStepOf(text: string): string {
  return /\n([ \t]+)</.exec(text)?.[1] ?? '  '
}
