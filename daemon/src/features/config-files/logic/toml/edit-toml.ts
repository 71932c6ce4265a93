// Edits TOML files: types, quotes and comments stay, a missing key goes to the end of its table.

import type { ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import { type Change, createEditor, type Format } from '../editor.ts'
import { findPlaces, type Place } from '../find-places.ts'
import { wantedValue } from '../only-if.ts'
import { emptyMessage } from '../scalar-kind.ts'
import type { Splice } from '../text/splice.ts'
import { addToml } from './add-toml.ts'
import { readToml } from './read-toml.ts'
import type { TomlNode, TomlTable } from './toml-node.ts'
import { encodeTomlValue } from './toml-text.ts'

interface Toml {
  text: string
  root: TomlTable
}

const format: Format<Toml> = {
  read(text) {
    const root = readToml(text)
    return root ? { text, root } : { problem: 'this is not TOML that can be read' }
  },
  change({ text, root }, value) {
    const places = findPlaces<TomlNode>(root, value.key)
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

export const editToml = createEditor(format)

function changePlace(text: string, place: Place<TomlNode>, value: ConfigFileValue): Change {
  if ('node' in place) return setValue(text, place.node, value)
  const wanted = wantedValue(value, null)
  if ('problem' in wanted || wanted.text === null) return []
  return addToml(text, place.parent, place.missing, encodeTomlValue(wanted.text, null, value.as_text) ?? '""')
}

function setValue(text: string, node: TomlNode, value: ConfigFileValue): Change {
  if (node.type !== 'value') return { problem: 'it holds a section or list, not a single value' }
  const wanted = wantedValue(value, node.value)
  if ('problem' in wanted) return wanted
  if (wanted.text === null || wanted.text === node.value) return []
  const written = encodeTomlValue(wanted.text, node, value.as_text)
  if (written === null) return { problem: emptyMessage }
  if (written === text.slice(node.start, node.end)) return []
  return [{ start: node.start, end: node.end, text: written }]
}
