// The named types of the API's description: every schema that it uses, each written once.

import { namedEnums } from '@rookery/contracts/api/named-enums.ts'
import { namedTypes } from '@rookery/contracts/api/operations.ts'
import * as z from 'zod'
import { type Json, mapObjects, plainSchema, referToEnums } from './logic/json-schema.ts'
import { nameInnerTypes } from './logic/name-inner-types.ts'

type Direction = 'input' | 'output'

const types = z.registry<{ id: string }>()
for (const [schema, id] of namedTypes) types.add(schema, { id })

const componentsPath = '#/components/schemas/'
/** Where a type stands until it is known whether requests and answers have the same. */
const placeOf = (direction: Direction, name: string) => `#${direction}/${name}`
const placePattern = /^#(input|output)\/(.+)$/

export function createSchemas() {
  const found: Record<Direction, Map<string, Json>> = { input: new Map(), output: new Map() }

  function convert(schema: z.ZodType, direction: Direction, isOpen: boolean): Json {
    const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
      const { examples, values } = z.globalRegistry.get(zodSchema) ?? {}
      if (Array.isArray(examples)) jsonSchema.examples = examples
      // What a query spells in digits is read as a number first: which numbers there are, the schema cannot say.
      if (Array.isArray(values)) Object.assign(jsonSchema, { type: 'integer', enum: values })
      if (zodSchema._zod.def.type !== 'object') return
      // Answers grow: what a client does not know it passes over. Requests are refused with what nobody knows.
      if (direction === 'output' || isOpen) {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      } else jsonSchema.additionalProperties ??= false
    }
    const json = z.toJSONSchema(schema, { io: direction, unrepresentable: 'any', override, metadata: types })
    const { $schema: _, $defs = {}, ...root } = json as Json & { $defs?: Record<string, Json> }
    for (const [name, definition] of Object.entries($defs)) {
      // An enumeration that has this name itself is no reference to it.
      const isItself = definition.enum !== undefined && name in namedEnums
      if (!isItself) found[direction].set(name, refine(definition, direction))
      else found[direction].set(name, { type: 'string', enum: namedEnums[name] })
    }
    return refine(root, direction)
  }

  function refine(schema: Json, direction: Direction): Json {
    return mapObjects(schema, object => {
      const { $ref, id: _, ...rest } = object as Json & { id?: unknown }
      if (typeof $ref === 'string') return { ...rest, $ref: $ref.replace('#/$defs/', `#${direction}/`) }
      return referToEnums(plainSchema(object), namedEnums, name => {
        found[direction].set(name, { type: 'string', enum: namedEnums[name] })
        return placeOf(direction, name)
      })
    }) as Json
  }

  /** Names of types that requests and answers have differently, also because of what is in them. */
  function differing(): Set<string> {
    const both = [...found.input.keys()].filter(name => found.output.has(name))
    const sides = both.map(name => {
      const [input, output] = [found.input.get(name), found.output.get(name)].map(side =>
        JSON.stringify(side).replaceAll('#input/', '#output/'),
      )
      return { name, text: input ?? '', isEqual: input === output }
    })
    const names = new Set(sides.filter(side => !side.isEqual).map(side => side.name))
    for (let size = -1; size !== names.size; ) {
      size = names.size
      for (const { name, text } of sides)
        if ([...names].some(other => text.includes(`"${placeOf('output', other)}"`))) names.add(name)
    }
    return names
  }

  return {
    request: (schema: z.ZodType, ignoresUnknownFields = false) =>
      convert(schema, 'input', ignoresUnknownFields),
    answer: (schema: z.ZodType) => convert(schema, 'output', true),
    /** Gives a schema a name of its own unless it refers to a type already; lists and single values need none. */
    named(schema: Json, name: string, direction: Direction): Json {
      // The items of a list have the name of the list.
      if (schema.type === 'array')
        return { ...schema, items: this.named(schema.items as Json, `${name}Item`, direction) }
      if (schema.type !== 'object' && !schema.anyOf && !schema.oneOf) return schema
      found[direction].set(name, schema)
      return { $ref: placeOf(direction, name) }
    },
    /** Once everything was asked for: the types, and the document with its references to them. */
    settle<Document>(document: Document): { document: Document; components: Record<string, Json> } {
      const names = differing()
      const rename = (value: unknown) =>
        mapObjects(value, object => {
          const reference = typeof object.$ref === 'string' ? object.$ref : ''
          const [, direction, name = ''] = placePattern.exec(reference) ?? []
          if (!direction) return object
          return {
            ...object,
            $ref: `${componentsPath}${direction === 'input' && names.has(name) ? `${name}Input` : name}`,
          }
        })
      const components: Record<string, Json> = {}
      for (const [name, schema] of found.output) components[name] = rename(schema) as Json
      for (const [name, schema] of found.input) {
        if (names.has(name)) components[`${name}Input`] = rename(schema) as Json
        else components[name] ??= rename(schema) as Json
      }
      const named = nameInnerTypes(components, name => `${componentsPath}${name}`)
      return { document: rename(document) as Document, components: named }
    },
  }
}

export type Schemas = ReturnType<typeof createSchemas>
