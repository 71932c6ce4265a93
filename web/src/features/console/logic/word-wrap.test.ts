// Tests of lines that are broken between words.

import { expect, test } from 'vitest'
import { continued, wrapWords } from './word-wrap.ts'

const withoutColors = (text: string) =>
  text
    .split('\u001b[')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('m') + 1)))
    .join('')

/** As the terminal shows it: a row ends where it is full. */
function rowsOf(text: string, columns: number): string[] {
  const plain = withoutColors(wrapWords(text, columns, 0).text)
  return plain
    .split('\r\n')
    .flatMap(line => line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [''])
    .map(row => row.trimEnd())
}

test('a word that does not fit begins the next row, a little further in', () => {
  expect(rowsOf('[12:00:01] Saving the game, please wait\r\nDone', 20)).toEqual([
    '[12:00:01] Saving',
    '  the game, please',
    '  wait',
    'Done',
  ])
})

test('colors take no room, and a line that just fits stays whole', () => {
  expect(rowsOf('\u001b[32mabc\u001b[0m def', 7)).toEqual(['abc def'])
  expect(rowsOf('abc \u001b[1;31mdefg', 7)).toEqual(['abc', '  defg'])
})

test('what is longer than a row is broken where the row ends', () => {
  expect(rowsOf('0123456789abcdef x', 10)).toEqual(['0123456789', 'abcdef x'])
})

test('a line in pieces goes on where it was', () => {
  const first = wrapWords('one two ', 10, 0)
  expect(first).toEqual({ text: 'one two ', column: 8 })
  expect(wrapWords('three', 10, first.column)).toEqual({ text: `${' '.repeat(2)}  three`, column: 7 })
})

test('what moves the cursor or is wide is left alone until the next line', () => {
  expect(wrapWords('\u001b[2Kone two three', 8, 0)).toEqual({ text: '\u001b[2Kone two three', column: null })
  expect(wrapWords('日本 one two three', 8, 0).text).toBe('日本 one two three')
  expect(wrapWords('日本\r\none two', 5, 0)).toEqual({ text: `日本\r\none${' '.repeat(2)}  two`, column: 5 })
})

test('a copy has one space again where a line was broken between words', () => {
  expect(`Saving${continued('  the game', false)}`).toBe('Saving the game')
  expect(`01234${continued('56789', true)}`).toBe('0123456789')
})
