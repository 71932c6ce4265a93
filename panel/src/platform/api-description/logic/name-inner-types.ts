// Gives every object within a type a name of its own, the same to the same: generators make classes of them.

import { isObject, type Json } from './json-schema.ts'

const pascal = (text: string) =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** One of a list is called by the singular: `Server.ports` holds `ServerPort`. */
const singular = (name: string) => name.replace(/ies$/, 'y').replace(/(?<=[a-z])(?<!s)s$/, '')

/** What stands in many places as a part of others, by its fields; `?` marks those that may be null. */
const knownShapes: Readonly<Record<string, string>> = {
  'id name': 'NamedReference',
  'id login': 'UserReference',
  'id? login': 'FormerUserReference',
  'value default variable locked_by?': 'PanelSettingState',
}

const mayBeNull = (schema: unknown) =>
  isObject(schema) &&
  Array.isArray(schema.anyOf) &&
  schema.anyOf.some(one => isObject(one) && one.type === 'null')

const fieldsOf = (properties: Json) =>
  Object.entries(properties)
    .map(([name, property]) => (mayBeNull(property) ? `${name}?` : name))
    .join(' ')

/** Of a field that is one word in one of the forms the first word that it can be; `server` where all is `server_id`. */
function wordOf(properties: Json, forms: Json[]): string | undefined {
  const names = Object.keys(properties)
  const objects = forms.map(form => form.properties).filter(isObject)
  const telling = names.find(name => objects.some(others => isObject(others[name]) && isWord(others[name])))
  const property = telling ? properties[telling] : undefined
  if (isObject(property)) return [property.const, property.enum].flat().find(one => typeof one === 'string')
  return names.length === 1 && objects.length > 1 ? names[0]?.replace(/_id$/, '') : undefined
}

const isWord = (schema: Json) => typeof schema.const === 'string'

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
    const fields = fieldsOf(schema.properties as Json)
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
      return value.map(one =>
        within(one, isObject(one) ? optionName(one, value.filter(isObject), name) : name),
      )
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

  /** One of several forms is called by the word that tells them apart, or by the one field that it has. */
  function optionName(option: Json, all: Json[], name: string): string {
    if (!isObject(option.properties)) return name
    const word = wordOf(option.properties, all)
    return word ? `${name}${pascal(word)}` : name
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
        if (key === 'items') return [key, within(part, singular(name))]
        if (['additionalProperties', 'anyOf', 'oneOf', 'allOf'].includes(key))
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
