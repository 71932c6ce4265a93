// Tests of the words at a field.

import { expect, test } from 'vitest'
import type { TextOf } from '../../texts/texts.ts'
import { fieldInWords } from './field-message.ts'

const t = ((key: string) => `<${key}>`) as unknown as TextOf

test('known words are translated, others become a sentence', () => {
  expect(fieldInWords(t, ['is wrong'])).toBe('<fields.wrong>')
  expect(fieldInWords(t, ['must be one of en, de'])).toBe('Must be one of en, de.')
  expect(fieldInWords(t, ['is odd.', 'is required'])).toBe('Is odd. <fields.required>')
})

test('a field without faults says nothing, and a fault is never looked up as a property', () => {
  expect(fieldInWords(t, undefined)).toBeUndefined()
  expect(fieldInWords(t, [])).toBeUndefined()
  expect(fieldInWords(t, ['toString'])).toBe('ToString.')
})
