// Reads columns with JSON: those of our own form, and those that people may edit by hand (5.5.9), where text of another
// form reads as empty, never as an error.

import { freezeDeep } from '@rookery/primitives/freeze-deep.ts'
import { parseJson, parseJsonOrNull } from '@rookery/primitives/parse-json.ts'
import type * as z from 'zod'
import { cacheByText } from '../cache-by-text.ts'

const rememberedCharacters = 256 * 1024

/** Reads what many rows hold alike, or the same row again and again, once; it is frozen. Never for secrets. */
export function jsonColumn<Shape extends z.ZodType>(
  shape: Shape,
): (text: string, what: () => string) => z.output<Shape> {
  const read = cacheByText(text => freezeDeep({ value: parseJsonOrNull(shape, text) }), {
    characters: rememberedCharacters,
  })
  return (text, what) => read(text).value ?? parseJson(shape, text, what())
}

/** An object of anything; `{}` for empty or damaged text and for JSON that is no object. */
export function readJsonObject(text: string): Record<string, unknown> {
  const value = parse(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Record<string, unknown>) : {}
}

/** The strings of an array; empty for null, empty or damaged text and for JSON that is no array. */
export function readJsonStrings(text: string | null): string[] {
  const value = text === null ? [] : parse(text)
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
