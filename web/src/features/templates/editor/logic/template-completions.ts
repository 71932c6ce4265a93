// What can be typed at a place of a template: keys and values of its schema, placeholders, rules, and names that the
// text itself defines.

import { templatePlaceholders, template as templateShape } from '@rookery/contracts/template.ts'
import { ruleNames } from '@rookery/primitives/variable-rules/variable-rules.ts'
import * as z from 'zod'
import { definedNames, type YamlPlace, yamlPlaceAt } from './yaml-place.ts'

export interface TemplateCompletion {
  label: string
  /** The values that a key takes, where they are few. */
  detail?: string
  /** What kind of value it takes otherwise. */
  takes?: 'list' | 'section' | 'number' | 'text'
  /** What is written instead of the label. */
  apply?: string
  kind: 'key' | 'value' | 'name'
  isRequired?: boolean
}

export interface TemplateCompletions {
  from: number
  options: TemplateCompletion[]
}

export function bare(shape: z.ZodType): z.ZodType {
  if (shape instanceof z.ZodDefault || shape instanceof z.ZodOptional || shape instanceof z.ZodNullable)
    return bare(shape.unwrap() as z.ZodType)
  return shape
}

/** One shape, or those that are possible; what stands beside it decides, where it does (`do: download`). */
function alternatives(shape: z.ZodType, siblings: Record<string, string> = {}): z.ZodType[] {
  const own = bare(shape)
  if (!(own instanceof z.ZodUnion)) return [own]
  const all = (own.options as z.ZodType[]).flatMap(option => alternatives(option, siblings))
  const fitting = all.filter(
    option =>
      option instanceof z.ZodObject &&
      Object.entries(option.shape as Record<string, z.ZodType>).some(
        ([name, field]) => field instanceof z.ZodLiteral && field.value === siblings[name],
      ),
  )
  return fitting.length > 0 ? fitting : all
}

function within(shape: z.ZodType, part: string | number): z.ZodType[] {
  if (shape instanceof z.ZodObject) {
    const field = (shape.shape as Record<string, z.ZodType>)[part]
    return field ? [field] : []
  }
  if (shape instanceof z.ZodArray) return typeof part === 'number' ? [shape.element as z.ZodType] : []
  return shape instanceof z.ZodRecord ? [shape.valueType as z.ZodType] : []
}

function shapesAt({ path, siblings, kind }: YamlPlace): z.ZodType[] {
  let shapes: z.ZodType[] = [templateShape]
  path.forEach((part, depth) => {
    // Only the map that is typed in has known neighbors.
    const isLast = depth === path.length - (kind === 'value' ? 1 : 0)
    shapes = shapes.flatMap(shape =>
      alternatives(shape, isLast ? siblings : {}).flatMap(option => within(option, part)),
    )
  })
  return shapes.flatMap(shape => alternatives(shape, kind === 'key' ? siblings : {}))
}

function valuesOf(shape: z.ZodType): string[] {
  if (shape instanceof z.ZodEnum) return shape.options.map(String)
  if (shape instanceof z.ZodLiteral) return [String(shape.value)]
  return shape instanceof z.ZodBoolean ? ['true', 'false'] : []
}

const longestDetail = 40

export function expectedValue(shape: z.ZodType): Pick<TemplateCompletion, 'detail' | 'takes'> {
  const [first, ...others] = alternatives(shape)
  if (!first) return {}
  const values = [first, ...others].flatMap(valuesOf).join(' | ')
  if (values !== '')
    return { detail: values.length > longestDetail ? `${values.slice(0, longestDetail)}…` : values }
  if (first instanceof z.ZodArray) return { takes: 'list' }
  if (first instanceof z.ZodObject || first instanceof z.ZodRecord) return { takes: 'section' }
  return { takes: first instanceof z.ZodNumber ? 'number' : 'text' }
}

const unique = (options: TemplateCompletion[]) => [
  ...new Map(options.map(option => [option.label, option])).values(),
]

function keysAt(place: YamlPlace): TemplateCompletion[] {
  return shapesAt(place).flatMap(shape => {
    if (!(shape instanceof z.ZodObject)) return []
    const fields = Object.entries(shape.shape as Record<string, z.ZodType>)
    return fields
      .filter(([name]) => !(name in place.siblings))
      .map(([label, field]) => ({
        label,
        ...expectedValue(field),
        apply: `${label}: `,
        kind: 'key' as const,
        isRequired: !field.safeParse(undefined).success,
      }))
  })
}

const asValues = (labels: readonly string[]): TemplateCompletion[] =>
  labels.map(label => ({ label, kind: 'value' }))

function valuesAt(place: YamlPlace, text: string): TemplateCompletion[] {
  const [section, , field] = place.path
  if (section === 'variables' && field === 'rules') return asValues(ruleNames)
  const isVariable =
    (section === 'extra_ports' && field === 'variable') || (section === 'databases' && field === 'variables')
  if (isVariable) return asValues(definedNames(text).variables)
  return asValues(shapesAt(place).flatMap(valuesOf))
}

/** `{var.PLAYERS}` inside of quotes: what is typed after the bracket. */
function placeholdersAt(text: string, offset: number): TemplateCompletions | null {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const [, typed] = /\{([a-z]*(?:\.\w*)?)$/.exec(line) ?? []
  const isQuoted = ["'", '"'].some(quote => line.split(quote).length % 2 === 0)
  if (typed === undefined || !isQuoted) return null
  const { variables, ports, found } = definedNames(text)
  const names = [
    ...variables.map(name => `var.${name}`),
    ...ports.map(name => `port.${name}`),
    ...found.map(name => `found.${name}`),
    ...templatePlaceholders,
  ]
  const end = text[offset] === '}' ? '' : '}'
  return {
    from: offset - typed.length,
    options: names.map(label => ({ label, apply: label + end, kind: 'name' })),
  }
}

export function templateCompletionsAt(text: string, offset: number): TemplateCompletions | null {
  const placeholders = placeholdersAt(text, offset)
  if (placeholders) return placeholders
  const place = yamlPlaceAt(text, offset)
  if (!place) return null
  const keys = place.kind === 'key' ? keysAt(place) : []
  // An entry of a list of plain values looks like a key that is being typed.
  const options = keys.length > 0 ? keys : valuesAt(place, text)
  return options.length > 0 ? { from: place.from, options: unique(options) } : null
}
