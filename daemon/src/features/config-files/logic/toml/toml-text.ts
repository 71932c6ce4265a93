// How keys and values are written in TOML.

import { typedValue } from '../scalar-kind.ts'
import type { TomlValue } from './toml-node.ts'

/** Null: it cannot be empty. */
export function encodeTomlValue(value: string, present: TomlValue | null, asText = false): string | null {
  const isMoment =
    /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?$|^\d\d:\d\d:\d\d$/
  if (present?.kind === null && isMoment.test(value) && !asText) return value
  const typed = typedValue(value, asText ? 'string' : (present?.kind ?? null))
  if (!typed) return null
  return typed.kind === 'string' ? encodeTomlString(value, present?.quotes ?? 'basic') : typed.text
}

function encodeTomlString(value: string, quotes: 'basic' | 'literal'): string {
  const fitsLiteral = !/'|[^\t\P{Cc}]/u.test(value) && value.isWellFormed()
  if (quotes === 'literal' && fitsLiteral) return `'${value}'`
  return JSON.stringify(value.toWellFormed()).replaceAll('\u007f', '\\u007f')
}

export function encodeTomlKey(names: readonly string[]): string {
  return names.map(name => (/^[A-Za-z0-9_-]+$/.test(name) ? name : encodeTomlString(name, 'basic'))).join('.')
}
