// Edits XML files: the text or an attribute of elements, everything else byte for byte as it was.

import type { ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import { type Change, createEditor, type Format } from '../editor.ts'
import { wantedValue } from '../only-if.ts'
import { insert, type Splice } from '../text/splice.ts'
import { addElement } from './add-xml.ts'
import { decodeXml, readXml, type XmlElement } from './read-xml.ts'
import { findElements, parseXmlPath, type XmlPlace } from './xml-path.ts'
import { encodeAttribute, encodeText, holdsForbidden, isXmlName } from './xml-text.ts'

interface Xml {
  text: string
  top: XmlElement
}

const format: Format<Xml> = {
  read(text) {
    const top = readXml(text)
    return top ? { text, top } : { problem: 'this is not XML that can be read' }
  },
  change({ text, top }, value) {
    const path = parseXmlPath(value.key)
    if (!path) return { problem: 'this is not a path that is understood' }
    if (holdsForbidden(value.value))
      return { problem: 'the value holds a control character, which XML cannot hold' }
    const target = path.attribute === null ? attributeInValue(value) : { name: path.attribute, value }
    const splices: Splice[] = []
    for (const place of findElements(top, path.steps)) {
      const change = changePlace(text, place, target)
      if ('problem' in change) return change
      splices.push(...change)
    }
    return splices
  },
}

export const editXml = createEditor(format)

interface Target {
  /** Null: the text of the element. */
  name: string | null
  value: ConfigFileValue
}

/** Eggs write `[name='value']` where they mean an attribute. */
function attributeInValue(value: ConfigFileValue): Target {
  const [, name, text = ''] = /^\[([\w:.-]+)='(.*)'\]$/s.exec(value.value) ?? []
  return name === undefined ? { name: null, value } : { name, value: { ...value, value: text } }
}

function changePlace(text: string, place: XmlPlace, { name, value }: Target): Change {
  if ('element' in place) {
    return name === null ? setText(text, place.element, value) : setAttribute(place.element, name, value)
  }
  const wanted = wantedValue(value, null)
  if ('problem' in wanted || wanted.text === null) return []
  return addElement(text, place.parent, place.missing, { name, value: wanted.text })
}

function setAttribute(element: XmlElement, name: string, value: ConfigFileValue): Change {
  const attribute = element.attributes.find(own => own.name === name)
  const wanted = wantedValue(value, attribute?.value ?? null)
  if ('problem' in wanted) return wanted
  if (wanted.text === null || wanted.text === attribute?.value) return []
  if (!attribute && !isXmlName(name)) return { problem: 'an attribute cannot have this name' }
  if (!attribute) return [insert(element.attributesEnd, ` ${name}="${encodeAttribute(wanted.text, '"')}"`)]
  const { valueStart: start, valueEnd: end, quote } = attribute
  return [{ start, end, text: encodeAttribute(wanted.text, quote) }]
}

function setText(text: string, element: XmlElement, value: ConfigFileValue): Change {
  if (element.children.length > 0) return { problem: 'it holds further elements, not a text' }
  const decoded = element.pieces.map(({ start, end, isCdata }) =>
    isCdata ? text.slice(start + 9, end - 3) : decodeXml(text.slice(start, end)),
  )
  const present = decoded.join('')
  const wanted = wantedValue(value, present.trim())
  if ('problem' in wanted) return wanted
  if (wanted.text === null || wanted.text === present || wanted.text === present.trim()) return []
  return writeText(text, element, wanted.text)
}

function writeText(text: string, element: XmlElement, wanted: string): Change {
  const { name, pieces, isClosedAtOnce, start, attributesEnd, end } = element
  if (isClosedAtOnce) {
    const opening = text.slice(start, attributesEnd)
    return [{ start, end, text: `${opening}>${encodeText(wanted)}</${name}>` }]
  }
  const [first, ...others] = pieces.filter(
    piece => piece.isCdata || text.slice(piece.start, piece.end).trim() !== '',
  )
  if (!first) {
    // White space alone is layout; it goes, or it would become part of the value.
    const [blank, ...more] = pieces
    const gone = more.map(piece => ({ start: piece.start, end: piece.end, text: '' }))
    return [
      blank
        ? { start: blank.start, end: blank.end, text: encodeText(wanted) }
        : insert(element.contentEnd, encodeText(wanted)),
      ...gone,
    ]
  }
  const removed = others.map(piece => ({ start: piece.start, end: piece.end, text: '' }))
  return [{ ...coreOf(text, first, wanted), text: encodeText(wanted, first.isCdata) }, ...removed]
}

/** White space around a text stays, unless the value brings its own. */
function coreOf(text: string, { start, end, isCdata }: XmlElement['pieces'][number], wanted: string) {
  if (isCdata || wanted !== wanted.trim() || wanted === '') return { start, end }
  const raw = text.slice(start, end)
  return { start: start + raw.length - raw.trimStart().length, end: end - raw.length + raw.trimEnd().length }
}
