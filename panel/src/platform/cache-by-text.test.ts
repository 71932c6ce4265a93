import { expect, test } from 'vitest'
import { cacheByText } from './cache-by-text.ts'

test('what was made of a text is made once, and anew when there was no room for it', () => {
  const made: string[] = []
  const remembered = cacheByText(
    text => {
      made.push(text)
      return { text }
    },
    { characters: 12 },
  )
  expect(remembered('first')).toBe(remembered('first'))
  expect(remembered('')).toBe(remembered(''))
  expect(made).toEqual(['first', ''])
  remembered('second')
  expect(remembered('first')).toEqual({ text: 'first' })
  expect(made).toEqual(['first', '', 'second', 'first'])
  expect(remembered('longer than there is room')).toEqual({ text: 'longer than there is room' })
})

test('what cannot be made is not remembered', () => {
  let isBroken = true
  const remembered = cacheByText(
    text => {
      if (isBroken) throw new Error(text)
      return { text }
    },
    { characters: 100 },
  )
  expect(() => remembered('row')).toThrow('row')
  isBroken = false
  expect(remembered('row')).toEqual({ text: 'row' })
})
