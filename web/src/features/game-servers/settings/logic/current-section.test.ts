// Tests of which section of a long page is marked.

import { expect, test } from 'vitest'
import { currentSection } from './current-section.ts'

const places = [
  { id: 'general', top: -500, bottom: -20 },
  { id: 'game', top: 0, bottom: 280 },
  { id: 'limits', top: 290, bottom: 600 },
  { id: 'danger', top: 620, bottom: 800 },
]
const sight = { focused: null, windowHeight: 860, isAtEnd: false }

test('the last section that has come up is marked, at the end of the page the last of all', () => {
  expect(currentSection(places, sight)).toBe('limits')
  expect(currentSection(places.slice(3), sight)).toBe('danger')
  expect(currentSection(places, { ...sight, isAtEnd: true })).toBe('danger')
  expect(currentSection([], sight)).toBeUndefined()
})

test('what is being edited is marked, also at the end of the page, until it has left the window', () => {
  expect(currentSection(places, { ...sight, focused: 'game', isAtEnd: true })).toBe('game')
  expect(currentSection(places, { ...sight, focused: 'general' })).toBe('limits')
  expect(currentSection(places, { ...sight, focused: 'elsewhere' })).toBe('limits')
})
