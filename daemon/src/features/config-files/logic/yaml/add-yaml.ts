// Adds a missing key to YAML in the style of what is around it.

import { isMap, isScalar, isSeq, type Node, type Pair } from 'yaml'
import type { Change } from '../editor.ts'
import type { Step } from '../find-places.ts'
import type { TypedValue } from '../scalar-kind.ts'
import { insert } from '../text/splice.ts'
import { lineAfter, lineAtEnd, lineBreakOf } from '../text/text-lines.ts'
import type { YamlNode } from './read-yaml.ts'
import { encodeYamlString, type YamlQuotes } from './yaml-scalar.ts'

interface Missing {
  parent: YamlNode
  missing: readonly [Step, ...Step[]]
}

export function addBelow(text: string, { parent, missing }: Missing, value: TypedValue): Change {
  const { source, slot } = parent
  if (isMap(source) && typeof missing[0] === 'number') return { problem: 'a part of its path is no list' }
  if ((isMap(source) || isSeq(source)) && (parent.isInFlow || source.flow)) {
    return addToFlow(text, source, missing, value)
  }
  const place = isMap(source) || isSeq(source) ? columnOf(text, source) : null
  if (place === null && (isMap(source) || isSeq(source)))
    return { problem: 'nothing can be added to a map of this style' }
  const step = indentStepOf(text)
  if (place !== null && source?.range) {
    const lines = writeBlock(missing, value, ' '.repeat(place), step).join(lineBreakOf(text))
    const end = source.range[1]
    // A text block ends behind its last line break.
    return [text[end - 1] === '\n' ? insert(end, lines + lineBreakOf(text)) : lineAfter(text, end, lines)]
  }
  if (slot) {
    if (parent.isInFlow || slot.needsColon)
      return { problem: 'nothing can be added below an empty value here' }
    const indent = ' '.repeat(columnAt(text, slot.offset)) + step
    return [lineAfter(text, slot.at, writeBlock(missing, value, indent, step).join(lineBreakOf(text)))]
  }
  return [lineAtEnd(text, writeBlock(missing, value, '', step).join(lineBreakOf(text)))]
}

/** Of its first key or dash; null where it cannot be told. */
function columnOf(text: string, source: Node): number | null {
  const token = source.srcToken
  const [first] = token && 'items' in token ? token.items : []
  if (!first || ('explicitKey' in first && first.explicitKey)) return null
  const dash = first.start.find(({ type }) => type === 'seq-item-ind')
  const offset = dash?.offset ?? (first.key && 'offset' in first.key ? first.key.offset : undefined)
  const hasMark = !dash && first.start.some(({ type }) => type === 'anchor' || type === 'tag')
  return offset === undefined || hasMark ? null : columnAt(text, offset)
}

function columnAt(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

function indentStepOf(text: string): string {
  return /:[ \t]*(?:#.*)?\r?\n( +)[^\s#-]/.exec(text)?.[1]?.slice(0, 8) ?? '  '
}

function writeBlock(steps: readonly Step[], value: TypedValue, indent: string, step: string): string[] {
  const [first, ...below] = steps
  const isLast = below.length === 0
  if (typeof first === 'number') {
    if (isLast) return [`${indent}- ${writeScalar(value, 'none', false)}`]
    const [head = '', ...others] = writeBlock(below, value, `${indent}  `, step)
    return [`${indent}- ${head.trimStart()}`, ...others]
  }
  const key = `${indent}${encodeYamlString(first ?? '', { quotes: 'none', isInFlow: false })}:`
  return isLast
    ? [`${key} ${writeScalar(value, 'none', false)}`]
    : [key, ...writeBlock(below, value, indent + step, step)]
}

function addToFlow(text: string, source: Node, steps: readonly Step[], value: TypedValue): Change {
  if (!source.range || !(isMap(source) || isSeq(source))) return { problem: 'nothing can be added here' }
  const [first] = source.items as (Node | Pair)[]
  const firstKey = first && 'key' in first ? first.key : null
  const isJson = text.trimStart().startsWith('{') || (isScalar(firstKey) && firstKey.type === 'QUOTE_DOUBLE')
  const written = writeFlow(steps, value, isJson ? 'double' : 'none')
  const content = written.slice(1, -1)
  const last = source.items.length > 0 ? endOfLast(source.items.at(-1) as Node | Pair) : null
  if (last === null) return [insert(source.range[0] + 1, content)]
  const comma = /^\s*,/.exec(text.slice(last, source.range[1]))
  return [insert(last + (comma?.[0].length ?? 0), `${comma ? '' : ','} ${content}`)]
}

function endOfLast(item: Node | Pair): number {
  const node = 'key' in item ? ((item.value ?? item.key) as Node) : item
  return node.range?.[1] ?? 0
}

function writeFlow(steps: readonly Step[], value: TypedValue, quotes: YamlQuotes): string {
  const [first, ...below] = steps
  if (first === undefined) return writeScalar(value, quotes, true)
  const inner = writeFlow(below, value, quotes)
  return typeof first === 'number'
    ? `[${inner}]`
    : `{${encodeYamlString(first, { quotes, isInFlow: true })}: ${inner}}`
}

function writeScalar({ kind, text }: TypedValue, quotes: YamlQuotes, isInFlow: boolean): string {
  return kind === 'string' ? encodeYamlString(text, { quotes, isInFlow }) : text
}
