// Edits JSON files: types and comments stay, a missing key goes to the end of its object.

import type { ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import { type Change, createEditor, type Format } from '../editor.ts'
import { findPlaces, type Place, type Step } from '../find-places.ts'
import { wantedValue } from '../only-if.ts'
import { emptyMessage, newValue, type TypedValue, typedValue } from '../scalar-kind.ts'
import { insert, type Splice } from '../text/splice.ts'
import { lineBreakOf } from '../text/text-lines.ts'
import { behindEntry, indentOf, indentStepOf } from './json-layout.ts'
import { type JsonNode, readJson } from './read-json.ts'

interface Json {
  text: string
  root: JsonNode | null
}

const format: Format<Json> = {
  read(text) {
    if (text.trim() === '') return { text, root: null }
    const root = readJson(text)
    return root ? { text, root } : { problem: 'this is not JSON that can be read' }
  },
  change({ text, root }, value) {
    if (!root) return fillEmpty(text, value)
    const places = findPlaces(root, value.key)
    if ('problem' in places) return places
    const splices: Splice[] = []
    for (const place of places) {
      const change = changePlace(text, place, value)
      if ('problem' in change) return change
      splices.push(...change)
    }
    return splices
  },
}

export const editJson = createEditor(format)

function fillEmpty(text: string, value: ConfigFileValue): Change {
  const empty = readJson('{}') as JsonNode
  const places = findPlaces(empty, value.key)
  if ('problem' in places) return places
  const [place] = places
  const wanted = wantedValue(value, null)
  if (!place || !('missing' in place) || 'problem' in wanted || wanted.text === null) return []
  const lineBreak = lineBreakOf(text)
  const inner = encode(newValue(wanted.text, value))
  const written = writeBelow(place.missing, inner, { indent: '', step: '  ', lineBreak })
  return [{ start: 0, end: text.length, text: written + lineBreak }]
}

function changePlace(text: string, place: Place<JsonNode>, value: ConfigFileValue): Change {
  if ('node' in place) return setNode(text, place.node, value)
  const wanted = wantedValue(value, null)
  if ('problem' in wanted || wanted.text === null) return []
  return addBelow(text, place.parent, place.missing, encode(newValue(wanted.text, value)))
}

function setNode(text: string, { source, kind }: JsonNode, value: ConfigFileValue): Change {
  if (kind === null) return { problem: 'it holds a section or list, not a single value' }
  const { offset: start, length } = source
  const raw = text.slice(start, start + length)
  const present = kind === 'string' ? String(source.value) : raw
  const wanted = wantedValue(value, present)
  if ('problem' in wanted) return wanted
  if (wanted.text === null || wanted.text === present) return []
  const typed = typedValue(wanted.text, value.as_text ? 'string' : kind)
  if (!typed) return { problem: emptyMessage }
  const written = encode(typed)
  return written === raw ? [] : [{ start, end: start + length, text: written }]
}

function encode({ kind, text }: TypedValue): string {
  return kind === 'string' ? JSON.stringify(text) : text
}

interface Layout {
  indent: string
  step: string
  lineBreak: string
}

/** The value in as many new objects and lists as the path has steps. */
function writeBelow(steps: readonly Step[], written: string, layout: Layout): string {
  const [step, ...below] = steps
  if (step === undefined) return written
  const { indent, lineBreak } = layout
  const inner = { ...layout, indent: indent + layout.step }
  const content = `${writeKey(step)}${writeBelow(below, written, inner)}`
  const [open, close] = typeof step === 'number' ? '[]' : '{}'
  return `${open}${lineBreak}${inner.indent}${content}${lineBreak}${indent}${close}`
}

function writeKey(step: Step): string {
  return typeof step === 'number' ? '' : `${JSON.stringify(step)}: `
}

function addBelow(
  text: string,
  { source }: JsonNode,
  steps: readonly [Step, ...Step[]],
  written: string,
): Change {
  const [first, ...below] = steps
  if (source.type === 'object' && typeof first === 'number')
    return { problem: 'a part of its path is no list' }
  const layout = {
    indent: indentOf(text, source.offset),
    step: indentStepOf(text),
    lineBreak: lineBreakOf(text),
  }
  const end = source.offset + source.length
  const last = source.children?.at(-1)
  if (!last) return [{ start: source.offset, end, text: emptyFilled(text, source, steps, written, layout) }]
  const lastEnd = last.offset + last.length
  const { hasComma, lineEnd, isLineComment } = behindEntry(text, lastEnd)
  const isSpread = isLineComment || text.slice(source.offset, last.offset).includes('\n')
  const indent = isSpread ? indentOf(text, last.offset) : layout.indent
  const lead = isSpread ? layout.lineBreak + indent : ' '
  const content = `${lead}${writeKey(first)}${writeBelow(below, written, { ...layout, indent })}`
  return [...(hasComma ? [] : [insert(lastEnd, ',')]), insert(lineEnd, content)]
}

/** Comments inside an empty object stay in it. */
function emptyFilled(
  text: string,
  source: JsonNode['source'],
  steps: readonly Step[],
  written: string,
  layout: Layout,
): string {
  const filled = writeBelow(steps, written, layout)
  const inside =
    source.type === 'null' ? '' : text.slice(source.offset + 1, source.offset + source.length - 1)
  return inside.trim() === '' ? filled : filled[0] + inside.trimEnd() + filled.slice(1)
}
