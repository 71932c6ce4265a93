// The same description in OpenAPI 3.0, for generators that do not read 3.1 yet.

import { isObject, type Json, mapObjects } from './json-schema.ts'

/** `nullable` counts beside a type only. */
type TypeBehind = (reference: string) => Json

function withoutNull(schema: Json, typeBehind: TypeBehind): Json {
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
    if (typeof only.$ref !== 'string') return { ...beside, ...only, nullable: true }
    return { ...beside, ...typeBehind(only.$ref), allOf: [only], nullable: true }
  }
  return schema
}

const isNull = (schema: unknown) =>
  isObject(schema) && (schema.type === 'null' || schema.enum?.toString() === 'null')

function convert(schema: Json, typeBehind: TypeBehind): Json {
  const { const: value, propertyNames: _, ...rest } = withoutNull(schema, typeBehind)
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
function convertSchemas(value: unknown, typeBehind: TypeBehind): unknown {
  if (Array.isArray(value)) return value.map(one => convertSchemas(one, typeBehind))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'schema' || key === 'schemas')
        return [key, mapObjects(inner, schema => convert(schema, typeBehind))]
      return [key, key === 'example' || key === 'examples' ? inner : convertSchemas(inner, typeBehind)]
    }),
  )
}

export function inOpenApi30(document: Json): Json {
  const { components, info, ...rest } = document
  const { schemas } = components as { schemas: Record<string, Json> }
  const typeBehind: TypeBehind = reference => {
    const { type } = schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {}
    return { type: typeof type === 'string' ? type : 'object' }
  }
  const { license: _, ...otherInfo } = info as Json
  return {
    ...(convertSchemas(rest, typeBehind) as Json),
    openapi: '3.0.3',
    info: { ...otherInfo, license: { name: 'MIT' } },
    components: convertSchemas(components, typeBehind),
  }
}
