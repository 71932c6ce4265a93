// Gives every object within a type a name of its own, the same to the same: generators make classes of them.

import { isObject, type Json } from './json-schema.ts'

const pascal = (text: string) =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** What stands in many places as a part of others. */
const knownShapes: Readonly<Record<string, string>> = {
  'id name': 'NamedReference',
  'id login': 'UserReference',
}

const isInnerObject = (schema: Json) => schema.type === 'object' && isObject(schema.properties)

export function nameInnerTypes(
  types: Record<string, Json>,
  refer: (name: string) => string,
): Record<string, Json> {
  const named: Record<string, Json> = {}
  const byShape = new Map<string, string>()
  const taken = new Set(Object.keys(types))

  function nameFor(schema: Json, wanted: string): string {
    const shape = JSON.stringify(schema)
    const known = byShape.get(shape)
    if (known) return known
    const fields = Object.keys(schema.properties as Json).join(' ')
    const isOpen = schema.additionalProperties === undefined
    const name = unused((isOpen && knownShapes[fields]) || wanted)
    byShape.set(shape, name)
    taken.add(name)
    named[name] = schema
    return name
  }

  function unused(wanted: string): string {
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`
    return name
  }

  function within(value: unknown, name: string): unknown {
    if (Array.isArray(value))
      return value.map(one => within(one, isObject(one) ? optionName(one, name) : name))
    if (!isObject(value)) return value
    const { description, default: usual, ...schema } = inside(value, name)
    if (!isInnerObject(schema))
      return {
        ...schema,
        ...(usual === undefined ? {} : { default: usual }),
        ...(description ? { description } : {}),
      }
    return { $ref: refer(nameFor(schema, name)) }
  }

  /** One of several forms is called by the word that tells them apart. */
  function optionName(option: Json, name: string): string {
    const properties = isObject(option.properties) ? Object.values(option.properties) : []
    const word = properties.filter(isObject).find(property => typeof property.const === 'string')?.const
    return typeof word === 'string' ? `${name}${pascal(word)}` : name
  }

  /** Its parts; the object itself keeps its place. */
  function inside(schema: Json, name: string): Json {
    return Object.fromEntries(
      Object.entries(schema).map(([key, part]) => {
        if (key === 'properties' && isObject(part)) {
          const properties = Object.entries(part).map(([field, property]) => [
            field,
            within(property, `${name}${pascal(field)}`),
          ])
          return [key, Object.fromEntries(properties)]
        }
        if (['items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'].includes(key))
          return [key, within(part, name)]
        return [key, part]
      }),
    )
  }

  for (const [name, schema] of Object.entries(types)) {
    named[name] = inside(schema, name)
  }
  return named
}
