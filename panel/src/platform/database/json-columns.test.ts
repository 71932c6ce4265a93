import { expect, test } from 'vitest'
import { readJsonObject, readJsonStrings } from './json-columns.ts'

test('5.5.9 an object is read as it is, and what is no object as an empty one', () => {
  expect(readJsonObject('{"a":{"b":[1]}}')).toEqual({ a: { b: [1] } })
  for (const text of ['', ' ', 'null', '[]', '"x"', '5', 'true', '{"a":', 'garbage']) {
    expect(readJsonObject(text), text).toEqual({})
  }
})

test('5.5.9 strings are read as they are, and what is no array of them as none', () => {
  expect(readJsonStrings('["a","b"]')).toEqual(['a', 'b'])
  for (const text of [null, '', 'null', '{}', '"x"', '["a"', '[1,null]']) {
    expect(readJsonStrings(text), String(text)).toEqual([])
  }
})
