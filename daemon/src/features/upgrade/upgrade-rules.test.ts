// Rules of upgrades from the panel.

import { describe, expect, test } from 'vitest'
import {
  busyMessage,
  formatNote,
  isVersionName,
  lastLinesOf,
  parseFailedNote,
  parseNote,
  versionsToRemove,
} from './upgrade-rules.ts'

describe('the note of an upgrade', () => {
  test('is read as it was written', () => {
    const note = { from: '0.1.0', to: '0.2.0-rc.1', sinceSeconds: 1_763_377_000 }
    expect(parseNote(formatNote(note))).toEqual(note)
  })

  test.each(['', 'from=0.1.0\n', 'from=../x\nto=0.2.0\n', 'from=0.1.0\nto=a/b\n', '\0\0\0\0'])(
    'is none when it is %j',
    text => expect(parseNote(text)).toBeNull(),
  )

  test('of one that failed says why and when, and its first lines count', () => {
    const text = `${formatNote({ from: '1', to: '2', sinceSeconds: 5 })}reason=it ended = badly\nat=9\nfrom=3\n`
    expect(parseFailedNote(text)).toEqual({
      from: '1',
      to: '2',
      sinceSeconds: 5,
      reason: 'it ended = badly',
      atSeconds: 9,
    })
  })
})

test.each(['.', '..', '', '-T', 'a b', 'a/b', '0.1.0\n', 'x'.repeat(65)])('%j is no version', name => {
  expect(isVersionName(name)).toBe(false)
})

test('what a restart would interrupt is counted by kind', () => {
  expect(busyMessage([], 0)).toBeNull()
  expect(busyMessage(['install'], 0)).toBe('1 installation is running: try again when it is done')
  expect(busyMessage(['install', 'reinstall'], 0)).toBe(
    '2 installations are running: try again when they are done',
  )
  expect(busyMessage(['archive', 'start'], 2)).toBe(
    '1 archive and 1 task and 2 file transfers are running: try again when they are done',
  )
})

test('beside the running version one former stays, and what games still run from', () => {
  const versions = ['0.1.0', '0.2.0', '0.3.0', '0.4.0']
  const used = new Set(['0.1.0'])
  expect(versionsToRemove(versions, { running: '0.4.0', former: '0.3.0', used })).toEqual(['0.2.0'])
})

test('of a log the last lines are shown, short and without control sequences', () => {
  const text = [
    ...Array.from({ length: 30 }, (_, n) => `line ${n}`),
    '\x1b[31mred\x1b[0m\x07',
    'x'.repeat(999),
  ]
  const lines = lastLinesOf(text.join('\n'))
  expect([lines.length, lines.at(0), lines.at(-2), lines.at(-1)?.length]).toEqual([20, 'line 12', 'red', 300])
})
