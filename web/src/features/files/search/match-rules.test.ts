// Finds are put together and marked.

import { expect, test } from 'vitest'
import { groupMatches, partsOfLine } from './match-rules.ts'

test('8.2 lines of one file stand together', () => {
  const groups = groupMatches([
    { path: 'a', type: 'file', line: { number: 1, text: 'x' } },
    { path: 'b', type: 'directory', line: null },
    { path: 'a', type: 'file', line: { number: 9, text: 'y' } },
  ])
  expect(groups.map(({ path, lines }) => [path, lines.length])).toEqual([
    ['a', 2],
    ['b', 0],
  ])
})

test('8.2 hits are marked, case aside', () => {
  expect(partsOfLine('  Port=1 and port=2', 'PORT')).toEqual([
    { at: 0, text: 'Port', isHit: true },
    { at: 4, text: '=1 and ', isHit: false },
    { at: 11, text: 'port', isHit: true },
    { at: 15, text: '=2', isHit: false },
  ])
  expect(partsOfLine('İ port', 'port').some(({ isHit }) => isHit)).toBe(false)
})

test('8.2 a long line begins before its first hit', () => {
  const parts = partsOfLine(`${'x'.repeat(300)}needle`, 'needle')
  expect(parts[0]?.text.length).toBe(40)
  expect(parts[1]).toMatchObject({ text: 'needle', isHit: true })
})
