// Tests of faults that belong to a line.

import { problemLine } from '@rookery/contracts/template/read-template.ts'
import { expect, test } from 'vitest'
import { processorMsOf } from '../../../../../../test-services/processor-time.ts'
import { starterText } from '../starter-text.ts'
import {
  asCopy,
  checkedWhileTypingLength,
  checkText,
  faultRange,
  lineFaults,
  lineSpan,
  slugFault,
} from './line-faults.ts'

test('the line that the panel names is found, and what has none stays whole', () => {
  const reported = problemLine({ line: 12, place: 'ports.game', message: 'is missing' })
  expect(lineFaults([reported, 'text: is empty'])).toEqual([
    { line: 12, message: 'ports.game: is missing' },
    { line: null, message: 'text: is empty' },
  ])
})

test('what is wrong is underlined where it stands', () => {
  const underlined = (text: string) =>
    checkText(text).map(fault => [fault.line, text.slice(...faultRange(fault, text))])
  expect(checkText(starterText)).toEqual([])
  expect(checkText(`${starterText}r`)).not.toEqual([])
  expect(underlined(starterText.replace('27015', '270150'))).toEqual([[10, '270150']])
  expect(underlined(starterText.replace('tags:', 'tegs:'))).toEqual([[6, 'tegs']])
  expect(underlined(starterText.replace('{var.MAX_PLAYERS}', '{var.MAX}'))).toEqual([[20, "'{var.MAX}'"]])
  expect(underlined(starterText.replace('    default: ', '    defualt: '))[0]).toEqual([13, ''])
  expect(underlined('slug: [a')[0]?.[0]).toBe(1)
})

test('a fault of the whole text, or beyond its end, still has a place', () => {
  expect(faultRange({ line: null, message: 'is empty' }, 'text')).toEqual([0, 0])
  expect(faultRange({ line: 9, message: '' }, 'text')).toEqual([4, 4])
  expect(faultRange({ line: 1, message: '', range: [2, 99] }, 'text')).toEqual([2, 4])
})

test('a slug that is taken is told where the slug stands', () => {
  const message = 'the slug arena belongs to a built-in template: choose another'
  expect(slugFault('# x\nslug: arena\n', message)).toEqual({ line: 2, message })
  expect(slugFault('name: x', message)).toBeNull()
  expect(slugFault('slug: arena', 'something else')).toBeNull()
})

test('checking while typing takes little time, and gives up on what is too large', () => {
  const long = `${starterText}${'# a comment\n'.repeat(9_000)}`
  expect(processorMsOf(() => void checkText(long))).toBeLessThan(5_000)
  expect(checkText('x'.repeat(checkedWhileTypingLength + 1))).toEqual([])
})

test('a line can be selected', () => {
  expect(lineSpan('one\ntwo\nthree', 2)).toEqual([4, 7])
  expect(lineSpan('one\ntwo', 2)).toEqual([4, 7])
  expect(lineSpan('one', 9)).toEqual([4, 4])
})

test('a copy gets a slug of its own', () => {
  expect(asCopy('# x\nslug: arena\nname: Arena')).toBe('# x\nslug: arena-copy\nname: Arena')
  expect(asCopy('slug: "arena"\n')).toBe('slug: arena-copy\n')
})
