// What stands at a field that the panel has refused.

import { beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../platform/api-error.ts'
import { textsForTests } from '../../texts/texts-for-tests.ts'
import { fieldMessage, loadRefusalTexts } from './field-message.ts'
import { problemMessage } from './problem-message.ts'

const german = await textsForTests('de')
const refusal = new ApiError({
  code: 'invalid_input',
  status: 422,
  message: '',
  fields: { name: ['is odd'] },
})

test('until its texts are there, the panel itself is heard', () => {
  expect(fieldMessage(german, ['is required'])).toBe('Is required.')
})

describe('with its texts', () => {
  beforeAll(() => loadRefusalTexts(refusal))

  test('known sentences are said in the language of the reader', () => {
    expect(fieldMessage(german, ['must be at most 100 characters'])).toBe('Verwende höchstens 100 Zeichen.')
    expect(fieldMessage(german, ['must be one of en, de'])).toBe('Wähle eines davon: en, de.')
    expect(fieldMessage(german, ['is odd.', 'is required'])).toBe('Is odd. Dieses Feld ist erforderlich.')
  })

  test('a rule of a template is said without its hint, which the field has itself', () => {
    expect(fieldMessage(german, ['must be between 1 and 64: a whole number'])).toBe('Gib 1 bis 64 ein.')
  })

  test('of a value with several forms, the usual one', () => {
    expect(fieldMessage(german, ['must be a number, or must be null'])).toBe('Gib eine Zahl ein.')
  })

  test('a refusal of the whole request is said likewise, and one that nobody has foreseen as it came', () => {
    const conflict = (message: string) =>
      problemMessage(german, new ApiError({ code: 'conflict', status: 409, message }))
    expect(conflict('this backup is locked: unlock it first')).toBe(
      'Dieses Backup ist gesperrt. Entsperre es zuerst.',
    )
    expect(conflict('it is raining')).toBe('Vom Panel abgelehnt: it is raining')
  })

  test('a field without faults says nothing, and a fault is never looked up as a property', () => {
    expect(fieldMessage(german, undefined)).toBeUndefined()
    expect(fieldMessage(german, [])).toBeUndefined()
    expect(fieldMessage(german, ['toString'])).toBe('ToString.')
  })
})
