// The same description in OpenAPI 3.0, for generators that do not read 3.1 yet.

import { isObject, type Json, mapObjects } from './json-schema.ts'

/** `nullable` counts beside a type only, and a reference takes nothing beside it: what may be null is a type of its own. */
interface Types {
  isObject(reference: string): boolean
  /** Refers to the same type, or null. */
  orNull(reference: string): Json
}

function withoutNull(schema: Json, types: Types): Json {
  const { type, ...rest } = schema
  if (Array.isArray(type)) {
    const [first, ...others] = type.filter(one => one !== 'null')
    const nullable = type.includes('null') ? { nullable: true } : {}
    if (others.length === 0) return { ...rest, type: first, ...nullable }
    return { ...rest, anyOf: [first, ...others].map(one => ({ type: one })), ...nullable }
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const options = schema[key]
    if (!Array.isArray(options) || !options.some(isNull)) continue
    const { [key]: _, ...beside } = schema
    const left: unknown[] = options.filter(option => !isNull(option))
    const [only] = left
    if (left.length > 1 || !isObject(only)) return { ...beside, [key]: left, nullable: true }
    if (typeof only.$ref === 'string') return { ...beside, ...types.orNull(only.$ref) }
    if (Array.isArray(only.oneOf) && only.oneOf.every(option => refersToObject(option, types)))
      return { ...beside, ...only, type: 'object', nullable: true }
    return { ...beside, ...only, nullable: true }
  }
  return schema
}

function refersToObject(option: unknown, types: Types): boolean {
  return isObject(option) && typeof option.$ref === 'string' && types.isObject(option.$ref)
}

const isNull = (schema: unknown) =>
  isObject(schema) && (schema.type === 'null' || schema.enum?.toString() === 'null')

function convert(schema: Json, types: Types): Json {
  const { const: value, propertyNames: _, ...rest } = withoutNull(schema, types)
  const plain: Json = value === undefined ? rest : { type: typeof value, ...rest, enum: [value] }
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof plain[exclusive] !== 'number') continue
    plain[bound] = plain[exclusive]
    plain[exclusive] = true
  }
  const { $ref, ...beside } = plain
  // Nothing may stand beside a reference.
  return typeof $ref === 'string' && Object.keys(beside).length > 0 ? { ...beside, allOf: [{ $ref }] } : plain
}

/** Examples hold what they hold; only schemas differ between the versions. */
function convertSchemas(value: unknown, types: Types): unknown {
  if (Array.isArray(value)) return value.map(one => convertSchemas(one, types))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'schema') return [key, mapObjects(inner, schema => convert(schema, types))]
      return [key, key === 'example' || key === 'examples' ? inner : convertSchemas(inner, types)]
    }),
  )
}

/** In 3.1 an SPDX identifier says it. */
export const licenseUrl = 'https://spdx.org/licenses/MIT.html'

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

export function inOpenApi30(document: Json): Json {
  const { components, info, ...rest } = document
  const { schemas, ...others } = components as { schemas: Record<string, Json> }
  const nullable = new Map<string, Json>()
  const types: Types = {
    isObject: reference => schemas[nameOf(reference)]?.type === 'object',
    orNull(reference) {
      const name = nameOf(reference)
      const schema = schemas[name] ?? {}
      nullable.set(`Nullable${name}`, {
        ...schema,
        ...(schema.oneOf ? { type: 'object' } : {}),
        ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
        nullable: true,
      })
      return { $ref: reference.replace(/[^/]+$/, `Nullable${name}`) }
    },
  }
  const { license: _, ...otherInfo } = info as Json
  const converted = {
    ...(convertSchemas({ ...rest, components: others }, types) as { components: Json }),
    openapi: '3.0.3',
    info: { ...otherInfo, license: { name: 'MIT', url: licenseUrl } },
  }
  const named: Record<string, unknown> = {}
  const convertNamed = (name: string, schema: Json) => {
    named[name] = mapObjects(schema, inner => convert(inner, types))
  }
  for (const [name, schema] of Object.entries(schemas)) convertNamed(name, schema)
  // What may be null holds others that may be: they are added meanwhile, and this loop meets them too.
  for (const [name, schema] of nullable) convertNamed(name, schema)
  const used = usedNames(converted, named)
  const inOrder = Object.entries(named)
    .filter(([name]) => used.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { ...converted, components: { ...converted.components, schemas: Object.fromEntries(inOrder) } }
}

/** Where a type always may be null, the one that may not be is used by nobody. */
function usedNames(document: unknown, schemas: Readonly<Record<string, unknown>>): Set<string> {
  const used = new Set<string>()
  const look = (value: unknown): void => {
    mapObjects(value, object => {
      const name = typeof object.$ref === 'string' ? schemaName(object.$ref) : null
      if (name === null || used.has(name)) return object
      used.add(name)
      look(schemas[name])
      return object
    })
  }
  look(document)
  return used
}

const schemaName = (reference: string) =>
  reference.startsWith('#/components/schemas/') ? nameOf(reference) : null
