import { expect, test } from 'vitest'
import * as z from 'zod'
import { parseJson, parseJsonOrNull } from './parse-json.ts'

const shape = z.object({ ports: z.array(z.int()), name: z.string().default('none') })

test('gives what the shape says, and names what it was and where it is wrong', () => {
  expect(parseJson(shape, '{"ports":[1],"more":true}', 'x')).toEqual({ ports: [1], name: 'none' })
  const read = (text: string) => () => parseJson(shape, text, 'the column ports of node 3')
  expect(read('{"ports":[1,"two"]}')).toThrow(
    /^the column ports of node 3 cannot be read: ports\.1: .*number/,
  )
  expect(read('[]')).toThrow(/^the column ports of node 3 cannot be read: all of it: /)
})

test('5.6 an error shows nothing of the text, which may hold a secret', () => {
  for (const text of ['hunter2 is no JSON', '{"ports":"hunter2"}', '"hunter2"']) {
    expect(() => parseJson(shape, text, 'x')).toThrow(/^x cannot be read: (?!.*hunter2)/)
  }
})

test('where it can be had anew, null says that it cannot be read', () => {
  expect(parseJsonOrNull(shape, '{"ports":[1]}')).toEqual({ ports: [1], name: 'none' })
  for (const text of ['', 'no JSON', 'null', '{"ports":"1"}']) expect(parseJsonOrNull(shape, text)).toBeNull()
})
