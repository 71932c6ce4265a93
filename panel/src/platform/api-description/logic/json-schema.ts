// JSON Schema as zod writes it, made plain for those who read it: portable patterns, whole numbers, named enumerations.

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Calls back for every object in a JSON value, the inner ones first, and puts what it gives in its place. */
export function mapObjects(value: unknown, change: (object: Json) => unknown): unknown {
  if (Array.isArray(value)) return value.map(one => mapObjects(one, change))
  if (!isObject(value)) return value
  return change(
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapObjects(inner, change)])),
  )
}

/** Not every language has classes of Unicode in its patterns, and these are the ones that we use. */
function portablePattern(pattern: string): string {
  return pattern
    .replaceAll('\\P{Cc}', '[^\\x00-\\x1f\\x7f-\\x9f]')
    .replaceAll('\\p{Cc}', '\\x00-\\x1f\\x7f-\\x9f')
    .replaceAll('\\p{Z}', ' \\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000')
    .replaceAll('\\0', '\\x00')
    .replaceAll('(?:\\/', '(?:/')
    .replaceAll('\\/', '/')
}

const idPattern = '^[1-9][0-9]{0,9}$'
const portPattern = '^[1-9][0-9]{0,4}$'
/** What a path or a query spells in digits is a number to whoever calls. */
const numbersInDigits: Readonly<Record<string, Json>> = {
  [idPattern]: { type: 'integer', minimum: 1, maximum: 2_147_483_647, format: 'int64' },
  [portPattern]: { type: 'integer', minimum: 1, maximum: 65_535, format: 'int64' },
}

function plainText(schema: Json): Json {
  const { pattern, ...rest } = schema
  if (typeof pattern !== 'string') return schema
  const asNumber = numbersInDigits[pattern]
  if (asNumber) return asNumber
  // What the format says already.
  return rest.format ? rest : { ...rest, pattern: portablePattern(pattern) }
}

function plainNumber(schema: Json): Json {
  const { minimum: least, maximum, exclusiveMinimum, ...others } = schema
  const isWhole = [schema.type].flat().includes('integer')
  // The same for whole numbers, and every generator knows it.
  const minimum = isWhole && typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : least
  const rest = isWhole || exclusiveMinimum === undefined ? others : { ...others, exclusiveMinimum }
  const bounds = {
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  }
  return isWhole ? { ...rest, ...bounds, format: 'int64' } : { ...rest, ...bounds }
}

const isNever = (schema: unknown) =>
  isObject(schema) && isObject(schema.not) && Object.keys(schema.not).length === 0

/** A tuple as a list of so many items: not every generator knows tuples. */
function plainList(schema: Json): Json {
  const { prefixItems, ...rest } = schema
  if (!Array.isArray(prefixItems)) return schema
  const kinds = [...new Set(prefixItems.map(item => JSON.stringify(item)))].map(
    text => JSON.parse(text) as Json,
  )
  const isNumeric = kinds.every(kind => kind.type === 'integer' || kind.type === 'number')
  const items = isNumeric ? { type: 'number' } : kinds.length === 1 ? kinds[0] : { anyOf: kinds }
  return { ...rest, items, minItems: prefixItems.length, maxItems: prefixItems.length }
}

function plainObject(schema: Json): Json {
  const { properties, required, ...rest } = schema
  // A map names its keys by a pattern; that all of them are there is no use to whoever reads it.
  if (!isObject(properties)) return rest
  const kept = Object.entries(properties).filter(([, property]) => !isNever(property))
  return { ...rest, properties: Object.fromEntries(kept), ...(required ? { required } : {}) }
}

const isObjectType = (schema: Json) => 'oneOf' in schema || '$ref' in schema || schema.type === 'object'

export function plainSchema(given: Json): Json {
  const { default: usual, ...others } = given
  // A whole object as a default is more than generators take; its fields have their own. Null says nothing.
  const isNeedless = usual === null || (isObject(usual) && isObjectType(given))
  const schema = isNeedless ? others : given
  const types = [schema.type].flat()
  if (types.includes('string') || typeof schema.pattern === 'string') return plainText(schema)
  if (types.includes('integer') || types.includes('number')) return plainNumber(schema)
  if (schema.type === 'object') return plainObject(schema)
  if (schema.type === 'array') return plainList(schema)
  const { anyOf } = schema
  if (!Array.isArray(anyOf)) return schema
  // What a transformation gives cannot be described: the other forms can.
  const known = anyOf.filter(option => isObject(option) && Object.keys(option).length > 0)
  return known.length === anyOf.length
    ? schema
    : known.length === 1
      ? (known[0] as Json)
      : { ...schema, anyOf: known }
}

/** Replaces an enumeration that has a name by a reference to it. */
export function referToEnums(
  schema: Json,
  named: Readonly<Record<string, readonly string[]>>,
  use: (name: string) => string,
): Json {
  const { enum: values, type, ...rest } = schema
  if (!Array.isArray(values) || type !== 'string') return schema
  const found = Object.entries(named).find(
    ([, names]) => names.length === values.length && names.every((name, index) => name === values[index]),
  )
  return found ? { ...rest, $ref: use(found[0]) } : schema
}
