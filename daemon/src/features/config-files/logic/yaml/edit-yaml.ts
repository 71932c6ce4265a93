// Edits YAML files: quotes, indentation and comments stay, a missing key goes to the end of its map.

import type { ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import { isAlias, isScalar, type Scalar } from 'yaml'
import { type Change, createEditor, type Format } from '../editor.ts'
import { findPlaces } from '../find-places.ts'
import { wantedValue } from '../only-if.ts'
import { emptyMessage, newValue, typedValue } from '../scalar-kind.ts'
import { insert, type Splice } from '../text/splice.ts'
import { addBelow } from './add-yaml.ts'
import { readYaml, type YamlNode } from './read-yaml.ts'
import { encodeYamlString, type YamlQuotes } from './yaml-scalar.ts'

interface Yaml {
  text: string
  root: YamlNode
}

const format: Format<Yaml> = {
  read(text) {
    const root = readYaml(text)
    return root ? { text, root } : { problem: 'this is not YAML that can be read' }
  },
  change({ text, root }, value) {
    const places = findPlaces(root, value.key)
    if ('problem' in places) return places
    const splices: Splice[] = []
    for (const place of places) {
      const change = 'node' in place ? setNode(text, place.node, value) : add(text, place, value)
      if ('problem' in change) return change
      splices.push(...change)
    }
    return splices
  },
}

export const editYaml = createEditor(format)

function add(text: string, place: Parameters<typeof addBelow>[1], value: ConfigFileValue): Change {
  const wanted = wantedValue(value, null)
  return 'problem' in wanted || wanted.text === null
    ? []
    : addBelow(text, place, newValue(wanted.text, value))
}

function setNode(text: string, node: YamlNode, value: ConfigFileValue): Change {
  const { source, slot } = node
  if (node.isEmpty) return fillSlot(node, value)
  if (isAlias(source)) return { problem: 'it is an alias of another value, which is left alone' }
  if (!isScalar(source) || !source.range) return { problem: 'it holds a section or list, not a single value' }
  const [start, end] = source.range
  const present = presentText(source)
  const wanted = wantedValue(value, present)
  if ('problem' in wanted) return wanted
  if (wanted.text === null || wanted.text === present) return []
  const written = encode(wanted.text, node, value.as_text)
  if (written === null) return { problem: emptyMessage }
  const retained = source.type?.startsWith('BLOCK') ? blockRemains(text.slice(start, end)) : ''
  const replacement = { start, end: end - trailingBreaks(text.slice(start, end)), text: written + retained }
  return text.slice(start, end) === replacement.text || slot?.needsColon ? [] : [replacement]
}

function fillSlot(node: YamlNode, value: ConfigFileValue): Change {
  if (!node.slot) return { problem: 'it is an empty entry of a list' }
  const wanted = wantedValue(value, '')
  if ('problem' in wanted) return wanted
  if (wanted.text === null || wanted.text === '') return []
  const { at, needsColon } = node.slot
  return [insert(at, `${needsColon ? ':' : ''} ${encode(wanted.text, node, value.as_text)}`)]
}

/** A text block ends in a line break that nobody means. */
function presentText({ source = '', type }: Scalar): string {
  return type?.startsWith('BLOCK') ? source.replace(/\n$/, '') : source
}

/** Null: it cannot be empty. */
function encode(value: string, { source, kind, isInFlow }: YamlNode, asText = false): string | null {
  const typed = typedValue(value, asText ? 'string' : kind)
  if (!typed) return null
  if (typed.kind !== 'string') return typed.text
  const isOldSwitch = /^(?:yes|no|on|off)$/i
  const wasOldSwitch = isScalar(source) && source.type === 'PLAIN' && isOldSwitch.test(source.source ?? '')
  if (wasOldSwitch && isOldSwitch.test(value)) return value
  return encodeYamlString(value, { quotes: quotesOf(source), isInFlow })
}

function quotesOf(source: YamlNode['source']): YamlQuotes {
  if (!isScalar(source)) return 'none'
  if (source.type === 'QUOTE_DOUBLE') return 'double'
  return source.type === 'QUOTE_SINGLE' ? 'single' : 'none'
}

/** The comment in the first line of a text block stays behind the value that takes its place. */
function blockRemains(block: string): string {
  return /^[|>][^\s#]*(\s+#[^\r\n]*)/.exec(block)?.[1] ?? ''
}

function trailingBreaks(text: string): number {
  return text.length - text.replace(/[\r\n]+$/, '').length
}
