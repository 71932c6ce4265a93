// Writes a template as a readable YAML file: a fixed order of fields, what has its usual value left out.

import { Document, isMap, isScalar, isSeq, visit, type YAMLMap, type YAMLSeq } from 'yaml'
import * as z from 'zod'
import { type Template, template as templateShape } from '../template.ts'

/** Each begins a new paragraph of the file. */
const paragraphs = [
  'process_managers',
  'container',
  'ports',
  'variables',
  'command',
  'environment',
  'install',
  'update',
  'config_files',
  'ready',
  'rcon',
  'query',
  'players',
  'backup',
  'crash_hints',
  'protected_files',
  'translations',
]
const longestOnOneLine = 90

export function templateText(template: Template): string {
  const document = new Document(lean(templateShape, template))
  if (isMap(document.contents)) {
    for (const { key } of document.contents.items) {
      if (isScalar(key) && paragraphs.includes(String(key.value))) key.spaceBefore = true
    }
  }
  visit(document, {
    Collection(_, node) {
      if (standsOnOneLine(node)) node.flow = true
    },
  })
  return document.toString({ lineWidth: 110, singleQuote: true })
}

/** The same value in the order of its shape, without the fields that reading would put back. */
function lean(shape: z.ZodType, value: unknown): unknown {
  if (shape instanceof z.ZodDefault || shape instanceof z.ZodOptional)
    return lean(shape.unwrap() as z.ZodType, value)
  if (shape instanceof z.ZodArray && Array.isArray(value))
    return value.map(entry => lean(shape.element as z.ZodType, entry))
  if (shape instanceof z.ZodUnion) {
    const options = shape.options as z.ZodType[]
    const own = options.find(option => option.safeParse(value).success)
    return own ? lean(own, value) : value
  }
  if (!(shape instanceof z.ZodObject) || value === null || typeof value !== 'object') return value
  const given = value as Record<string, unknown>
  const fields = Object.entries(shape.shape as Record<string, z.ZodType>)
  const retained = fields.filter(([name, field]) => given[name] !== undefined && !isUsual(field, given[name]))
  return Object.fromEntries(retained.map(([name, field]) => [name, lean(field, given[name])]))
}

function isUsual(field: z.ZodType, value: unknown): boolean {
  const usual = field.safeParse(undefined)
  return usual.success && JSON.stringify(usual.data) === JSON.stringify(value)
}

/** A short list or map of plain values. */
function standsOnOneLine(node: YAMLMap | YAMLSeq): boolean {
  const values = isSeq(node) ? node.items : isMap(node) ? node.items.map(({ value }) => value) : []
  const isPlain = values.every(value => isScalar(value) && !String(value.value).includes('\n'))
  return isPlain && values.length <= 6 && JSON.stringify(node).length <= longestOnOneLine
}
