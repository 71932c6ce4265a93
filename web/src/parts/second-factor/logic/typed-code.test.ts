// Tests of typed and pasted codes.

import { expect, test } from 'vitest'
import { digitsOf, inGroups, pictureAddress } from './typed-code.ts'

test('5.5 a pasted code may have spaces, a dash or words around it', () => {
  expect(digitsOf('123 456')).toBe('123456')
  expect(digitsOf(' 123-456\n')).toBe('123456')
  expect(digitsOf('Your code: 004821')).toBe('004821')
  expect(digitsOf('1234567')).toBe('123456')
  expect(digitsOf('abc')).toBe('')
})

test('a key is shown in groups of four', () => {
  expect(inGroups('JBSWY3DPEH')).toBe('JBSW Y3DP EH')
  expect(inGroups('')).toBe('')
})

test('a picture is an address, with nothing that could leave it', () => {
  expect(pictureAddress('<svg a="#">')).toBe('data:image/svg+xml;charset=utf-8,%3Csvg%20a%3D%22%23%22%3E')
})
