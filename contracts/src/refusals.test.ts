import { expect, test } from 'vitest'
import { errors } from './errors.ts'
import { readRefusal, refusals } from './refusals.ts'

/** Their code alone says what happened: the interface has a text for each. */
const byCode = [
  'internal',
  'forbidden',
  'unavailable',
  'not_found',
  'not_signed_in',
  'session_restricted',
  'node_offline',
  'no_space',
  'panel_disk_full',
  'too_many_attempts',
]

// Add it to refusals.ts, and its text to web/src/texts/*/refusals.json.
test('every code of an error can be said in the language of the reader', () => {
  const unknown = Object.entries(errors).filter(
    ([code, { message }]) => !byCode.includes(code) && readRefusal(message) === null,
  )
  expect(unknown.map(([code, { message }]) => `${code} says "${message}"`)).toEqual([])
})

test.each(
  Object.entries(refusals).flatMap(([code, sentences]) =>
    sentences.map((sentence): [string, string] => [code, sentence]),
  ),
)('%s: "%s" gives back its own code', (code, sentence) => {
  expect(readRefusal(sentence.replaceAll(/\{(\w+)\}/g, '7'))?.code).toBe(code)
})

test('what nobody has foreseen has none', () => {
  expect(readRefusal('it is raining')).toBeNull()
})
