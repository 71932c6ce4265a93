// The reference of the template format, made from the schema that checks templates: every key, what it takes, and in
// which steps or methods it stands.

import { template as templateShape } from '@rookery/contracts/template.ts'
import * as z from 'zod'
import { bare, expectedValue, type TemplateCompletion } from './template-completions.ts'
import { yamlPlaceAt } from './yaml-place.ts'

export interface ReferenceEntry extends Pick<TemplateCompletion, 'detail' | 'takes'> {
  /** `ports.game.protocol`; entries of lists have no number. */
  path: string
  isRequired: boolean
  /** What counts where it is left out. */
  usual: string | null
  /** `do: download`: beside which values it stands, where not beside all. */
  beside: string[]
}

/** The value by which the shapes of a union are told apart. */
function discriminatorOf(shape: z.ZodObject): string[] {
  return Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    field instanceof z.ZodLiteral ? [`${name}: ${String(field.value)}`] : [],
  )
}

function usualOf(shape: z.ZodType): string | null {
  if (!(shape instanceof z.ZodDefault)) return null
  const value: unknown = shape.def.defaultValue
  return typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && value !== '')
    ? String(value)
    : null
}

function collect(shape: z.ZodType, path: string, found: Map<string, ReferenceEntry>): void {
  const own = bare(shape)
  if (own instanceof z.ZodUnion) {
    for (const option of own.options as z.ZodType[]) collect(option, path, found)
    return
  }
  if (own instanceof z.ZodArray) {
    collect(own.element as z.ZodType, path, found)
    return
  }
  if (!(own instanceof z.ZodObject)) return
  const beside = discriminatorOf(own)
  for (const [name, field] of Object.entries(own.shape as Record<string, z.ZodType>)) {
    const at = path === '' ? name : `${path}.${name}`
    const known = found.get(at)
    const isRequired = !field.safeParse(undefined).success
    found.set(at, {
      ...(known ?? { path: at, ...expectedValue(field) }),
      ...(known?.detail && field instanceof z.ZodLiteral
        ? { detail: `${known.detail} | ${String(field.value)}` }
        : {}),
      isRequired: isRequired && (known?.isRequired ?? true),
      usual: known?.usual ?? usualOf(field),
      beside: field instanceof z.ZodLiteral ? [] : [...(known?.beside ?? []), ...beside],
    })
    collect(field, at, found)
  }
}

/** In the order of the schema, each key before those that are in it. Steps of an update are those of an installation. */
export function templateReference(): ReferenceEntry[] {
  const found = new Map<string, ReferenceEntry>()
  collect(templateShape, '', found)
  return [...found.values()].filter(({ path }) => !path.startsWith('update.'))
}

/** Where the meaning of a key stands among the texts; three kinds of ports have the same keys. */
export const textKeyOf = (path: string): string =>
  path.replace(/^ports\.(?:query|rcon)\./, 'ports.game.').replaceAll('.', '/')

/** The nearest key that the reference has, for where the cursor is; null: none. */
export function referencePathAt(
  text: string,
  offset: number,
  entries: readonly Pick<ReferenceEntry, 'path'>[],
): string | null {
  const place = yamlPlaceAt(text, offset)
  if (!place) return null
  const names = place.path.filter(part => typeof part === 'string')
  if (place.kind === 'key') {
    const after = /^[\w-]*/.exec(text.slice(offset))?.[0] ?? ''
    names.push(place.typed.replace(/^['"]/, '') + after)
  }
  if (names[0] === 'update' && names.length > 1) names[0] = 'install'
  for (let length = names.length; length > 0; length--) {
    const path = names.slice(0, length).join('.')
    if (entries.some(entry => entry.path === path)) return path
  }
  return null
}

/** By key or by meaning; what a key is in stays with it, so that one sees where it belongs. */
export function foundEntries(
  entries: readonly ReferenceEntry[],
  meaningOf: (path: string) => string,
  search: string,
): ReferenceEntry[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return [...entries]
  return entries.filter(
    ({ path, detail = '', beside }) =>
      `${path} ${detail} ${beside.join(' ')}`.toLowerCase().includes(wanted) ||
      meaningOf(path).toLowerCase().includes(wanted),
  )
}
