// Names that want to deceive are spelt out.

import { expect, test } from 'vitest'
import { nameInText, partsOfName, partsOfText } from './displayed-name.ts'

test('T-075 an override of the direction is spelt out', () => {
  expect(partsOfName('a\u202egpj.exe')).toEqual([
    { text: 'a', isEscape: false },
    { text: 'U+202E', isEscape: true },
    { text: 'gpj.exe', isEscape: false },
  ])
  expect(nameInText('a\u202egpj.exe')).toBe('a[U+202E]gpj.exe')
})

test('T-075 line breaks, blanks at the ends and what has no width are spelt out', () => {
  expect(nameInText('a\nb')).toBe('a[U+000A]b')
  expect(nameInText(' a b ')).toBe('[U+0020]a b[U+0020]')
  expect(partsOfText(' a\tb ').map(({ text }) => text)).toEqual([' a', 'U+0009', 'b '])
  expect(nameInText('ad\u200bmin')).toBe('ad[U+200B]min')
  expect(nameInText('\ud800x')).toBe('[U+D800]x')
})

test('T-075 markup is text like any other, and plain names stay as they are', () => {
  expect(partsOfName('<img src=x onerror=alert(1)>')).toEqual([
    { text: '<img src=x onerror=alert(1)>', isEscape: false },
  ])
  expect(nameInText('größe 2.txt')).toBe('größe 2.txt')
})

test('T-075 a name from right to left is isolated within a sentence', () => {
  expect(nameInText('שלום')).toBe('\u2068שלום\u2069')
})
