// What every editor must hold, for any file and value: one place changes, all other bytes stay, twice is once.

import type { ConfigFileFormat, ConfigFileValue } from '@rookery/contracts/template/config-files.ts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { editConfig } from '../logic/edit-config.ts'

/** Text with everything that could break out of its place. */
export const nastyValue = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '"',
          "'",
          '#',
          ' #',
          '=',
          ':',
          ': ',
          ';',
          ' ;',
          '<',
          '>',
          '&',
          ']]>',
          '-->',
          '\\',
          '\n',
          '\r\n',
          '\0',
        ],
        ...[
          '{',
          '}',
          '[',
          ']',
          ',',
          ' ',
          '\t',
          '$1',
          '$'.concat('{1}'),
          '%',
          '!',
          '|',
          '*',
          '- ',
          'true',
          '007',
          '1',
          'ü',
          '§',
          '🎮',
        ],
        ...['"""', "'''", '\\n', '\\u0041', '\u2028', '\u2029', '\u0085', '<<', '~', 'null', 'a'],
      ),
      { maxLength: 6 },
    )
    .map(parts => parts.join('')),
  fc.constantFrom(
    '',
    'true',
    'false',
    'yes',
    '25565',
    '-1',
    '1.5',
    '007',
    '1e3',
    '12:30',
    '2024-01-01',
    '0x1F',
    'null',
  ),
)

export interface Sample {
  /** The file in front of the value that is set, the value as it is written there, and the file behind it. */
  before: string
  written: string
  after: string
  /** The path to that value. */
  key: string
}

/** Sets one value and checks what holds in every format; returns what was written in its place, null when refused. */
export function setOne(format: ConfigFileFormat, sample: Sample, value: string): string | null {
  const { before, written, after, key } = sample
  const text = before + written + after
  const values: ConfigFileValue[] = [{ key, value }]
  const edited = editConfig(format, text, values)
  if (edited.warnings.length > 0) {
    expect(edited.text).toBe(text)
    return null
  }
  expect(edited.text.startsWith(before), `${JSON.stringify(edited.text)} begins as before`).toBe(true)
  expect(edited.text.endsWith(after), `${JSON.stringify(edited.text)} ends as before`).toBe(true)
  expect(edited.text.length).toBeGreaterThanOrEqual(before.length + after.length)
  expect(editConfig(format, edited.text, values)).toEqual(edited)
  return edited.text.slice(before.length, edited.text.length - after.length)
}

/** A new key adds its line, or part of one, at one place and takes nothing away. */
export function addOne(format: ConfigFileFormat, text: string, key: string, value: string): string | null {
  const values: ConfigFileValue[] = [{ key, value }]
  const edited = editConfig(format, text, values)
  if (edited.warnings.length > 0) {
    expect(edited.text).toBe(text)
    return null
  }
  expect(isSubsequence(text, edited.text), `${JSON.stringify(edited.text)} holds all that was there`).toBe(
    true,
  )
  expect(editConfig(format, edited.text, values)).toEqual(edited)
  return edited.text
}

/** Whether `longer` is `text` with something put in at no more than two places. */
function isSubsequence(text: string, longer: string): boolean {
  let start = 0
  while (start < text.length && text[start] === longer[start]) start += 1
  let end = 0
  while (end < text.length - start && text.at(-1 - end) === longer.at(-1 - end)) end += 1
  if (start + end >= text.length) return true
  // A comma behind the last entry, and the new one after its comment.
  const middle = text.slice(start, text.length - end)
  return longer.slice(start, longer.length - end).includes(middle)
}
