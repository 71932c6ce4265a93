// Tests of the words at a field.

import { expect, test } from 'vitest'
import type { TextOf } from '../../texts/texts.ts'
import { fieldMessage } from './field-message.ts'

const t = ((key: string) => `<${key}>`) as unknown as TextOf

test('known words are translated, others become a sentence', () => {
  expect(fieldMessage(t, ['is wrong'])).toBe('<fields.wrong>')
  expect(fieldMessage(t, ['must be one of en, de'])).toBe('Must be one of en, de.')
  expect(fieldMessage(t, ['is odd.', 'is required'])).toBe('Is odd. <fields.required>')
})

test('a field without faults says nothing, and a fault is never looked up as a property', () => {
  expect(fieldMessage(t, undefined)).toBeUndefined()
  expect(fieldMessage(t, [])).toBeUndefined()
  expect(fieldMessage(t, ['toString'])).toBe('ToString.')
})
