// Composes the example of a schema from the examples of its fields, so that each is written once.

import { compilePattern } from '@rookery/primitives/patterns/pattern.ts'
import { isObject, type Json } from './json-schema.ts'

export interface ExampleSource {
  /** `Server.name`, `template.name` of an object without a name, or `name` for every field of that name. */
  values: Readonly<Record<string, unknown>>
  component(reference: string): Json
  /** Told of every field that nobody has given an example. */
  missing(field: string): void
}

export const nameOfReference = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

interface Place {
  /** The named type whose field it is. */
  type: string
  field: string
  /** The field that holds the object which this one is in. */
  parent?: string
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-03-14T18:05:09.000Z',
  uuid: '4f9d2c1e-8a37-4b60-9d15-6e2b7c3a5f80',
  ipv4: '203.0.113.10',
  ipv6: '2001:db8::10',
  uri: 'https://example.com',
  binary: '…',
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}

/** Whether a value could be meant for the schema; the test of the examples asks the real schema. */
function fits(schema: Json, value: unknown, source: ExampleSource): boolean {
  if (typeof schema.$ref === 'string') return fits(source.component(schema.$ref), value, source)
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) return options.some(option => isObject(option) && fits(option, value, source))
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  if ('const' in schema) return schema.const === value
  const type = typeOfValue(value)
  if (schema.type === undefined) return true
  const types = [schema.type].flat()
  if (!types.includes(type) && !(types.includes('number') && type === 'integer')) return false
  if (typeof value === 'string') {
    if (typeof schema.pattern === 'string' && compilePattern(schema.pattern, 'u')?.test(value) === false)
      return false
    return (
      value.length >= Number(schema.minLength ?? 0) &&
      value.length <= Number(schema.maxLength ?? Number.POSITIVE_INFINITY)
    )
  }
  if (typeof value === 'number')
    return value >= Number(schema.minimum ?? -Infinity) && value <= Number(schema.maximum ?? Infinity)
  // Any list suits an array: an example that is one says what is in it.
  if (Array.isArray(value))
    return value.every(one => !isObject(schema.items) || fits(schema.items, one, source))
  const required = Array.isArray(schema.required) ? schema.required : []
  return !isObject(value) || required.every(name => name in value)
}

export function exampleOf(
  schema: Json,
  source: ExampleSource,
  place: Place = { type: '', field: '' },
): unknown {
  const given = [`${place.type}.${place.field}`, `${place.parent}.${place.field}`, place.field].filter(
    key => key in source.values,
  )
  for (const key of given) {
    const value = source.values[key]
    if (place.field !== '' && fits(schema, value, source)) return value
  }
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if (typeof schema.$ref === 'string') {
    const inner = source.component(schema.$ref)
    const type = nameOfReference(schema.$ref)
    // A type of its own begins anew: the field that holds it says nothing of what is in it.
    if (type in source.values) return source.values[type]
    return exampleOf(inner, source, {
      type,
      field: inner.properties ? '' : place.field,
      parent: place.field || (place.parent ?? ''),
    })
  }
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const options = schema.anyOf ?? schema.oneOf
  if (Array.isArray(options)) {
    const [first] = options.filter(isObject).filter(option => option.type !== 'null')
    return first ? exampleOf(first, source, place) : null
  }
  return exampleOfType(schema, source, place)
}

function exampleOfType(schema: Json, source: ExampleSource, place: Place): unknown {
  if (Array.isArray(schema.type)) {
    const type = schema.type.find(one => one !== 'null') ?? 'null'
    return exampleOfType({ ...schema, type }, source, place)
  }
  if (schema.type === 'object') return exampleOfObject(schema, source, place)
  if (schema.type === 'array') {
    if (Array.isArray(schema.prefixItems))
      return schema.prefixItems.filter(isObject).map(item => exampleOf(item, source, place))
    return isObject(schema.items) ? [exampleOf(schema.items, source, place)] : []
  }
  if (schema.type === 'boolean') return schema.default ?? false
  if (schema.type === 'null') return null
  if (typeof schema.format === 'string' && schema.format in formats) return formats[schema.format]
  if (schema.default !== undefined) return schema.default
  source.missing([place.type, place.parent, place.field].filter(Boolean).join(' '))
  return schema.type === 'string' ? 'text' : Number(schema.minimum ?? 1)
}

function exampleOfObject(schema: Json, source: ExampleSource, { type, field, parent = '' }: Place): Json {
  if (isObject(schema.properties)) {
    const within = type || field
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        exampleOf(property as Json, source, { type: within, field: name, parent: field || parent }),
      ]),
    )
  }
  if (!isObject(schema.additionalProperties)) return {}
  const value = exampleOf(schema.additionalProperties, source, { type, field })
  return Object.fromEntries(keysOf(schema.propertyNames, source).map(key => [key, value]))
}

/** All of a few names, one of many. */
function keysOf(names: unknown, source: ExampleSource): string[] {
  if (!isObject(names)) return ['key']
  const known = typeof names.$ref === 'string' ? source.component(names.$ref) : names
  if (!Array.isArray(known.enum)) return ['key']
  return known.enum.map(String).slice(0, known.enum.length <= fewNames ? fewNames : 1)
}

const fewNames = 14
