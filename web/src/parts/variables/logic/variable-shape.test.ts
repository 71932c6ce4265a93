// Tests of the kind of field that a variable gets.

import { expect, test } from 'vitest'
import { isAgreement, isAskedFirst, linkIn, shapeOf } from './variable-shape.ts'

const variable = (name: string, initial: string, rules: string[], secret = false) => ({
  name,
  default: initial,
  rules,
  secret,
})

test('yes and no become a switch in the spelling of the template', () => {
  expect(shapeOf(variable('A', 'TRUE', ['in:TRUE,FALSE']))).toEqual({
    kind: 'switch',
    on: 'TRUE',
    off: 'FALSE',
  })
  expect(shapeOf(variable('A', 'no', ['in:no,yes']))).toEqual({ kind: 'switch', on: 'yes', off: 'no' })
  expect(shapeOf(variable('A', 'a', ['in:a,b'])).kind).toBe('choice')
  expect(shapeOf(variable('A', '5', ['integer'])).kind).toBe('number')
})

test('the license and what is needed without a default are asked first', () => {
  expect(isAgreement(variable('EULA', 'false', ['required', 'in:true,false']))).toBe(true)
  expect(isAgreement(variable('MINECRAFT_EULA', '0', ['boolean']))).toBe(true)
  expect(isAgreement(variable('EULA_TEXT', 'x', ['string']))).toBe(false)
  expect(isAskedFirst(variable('STEAM_TOKEN', '', ['required', 'string']))).toBe(true)
  expect(isAskedFirst(variable('MAP', 'office', ['required']))).toBe(false)
  expect(isAskedFirst(variable('NOTE', '', ['nullable']))).toBe(false)
  expect(isAskedFirst(variable('PASSWORD', '', ['required'], true))).toBe(false)
})

test('the address of the terms is found, without the punctuation around it', () => {
  expect(linkIn('Agree to https://aka.ms/MinecraftEULA; it does not start without.')).toBe(
    'https://aka.ms/MinecraftEULA',
  )
  expect(linkIn('See (https://a.example/x?y=1).')).toBe('https://a.example/x?y=1')
  expect(linkIn('Plain http://a.example, javascript:alert(1) or nothing')).toBeNull()
})
