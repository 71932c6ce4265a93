// The rules of archives: which kind it is, where an entry goes, and when enough has come out.

import { array, assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitPath } from '../../confined-files/logic/path-components.ts'
import { archiveKind } from './archive-kind.ts'
import { entryMode, entryPath } from './entry-path.ts'
import { bytesAllowed, limitProblem, unpackLimits } from './unpack-limits.ts'

describe('T-065 names of entries', () => {
  test.each([
    ['game/a', 1, 'a'],
    ['./game//a', 1, 'a'],
    ['a', 0, 'a'],
    ['...', 0, '...'],
    ['a\\b', 0, 'a\\b'],
  ])('%s without %i folders is %s', (name, strip, path) => {
    expect(entryPath(name, '.', strip)).toEqual({ path })
  })
  test('what is left out, and what is refused', () => {
    expect(entryPath('game/', '', 1)).toBe('skipped')
    expect(entryPath('a', 'opt/game', 0)).toEqual({ path: 'opt/game/a' })
    for (const name of [
      '../a',
      'a/../../b',
      'a/..',
      '/etc/passwd',
      'C:\\x',
      'c:/x',
      '..\\x',
      'a\\..\\..\\x',
    ]) {
      expect(entryPath(name, '', 0)).toHaveProperty('problem')
    }
    // A strip must not cut off what makes a name bad.
    expect(entryPath('../../a', '', 2)).toHaveProperty('problem')
  })
  test('whatever is accepted is a plain path below the folder', () => {
    const piece = constantFrom('..', '.', '/', '\\', 'a', '\0', '', 'C:', '\n', '…')
    assert(
      property(array(piece, { maxLength: 8 }), string(), (pieces, tail) => {
        const found = entryPath(pieces.join('') + tail, 'to', 0)
        if (found === 'skipped' || 'problem' in found) return
        const split = splitPath(found.path)
        expect(split).toMatchObject({ components: expect.arrayContaining(['to']) })
        expect(found.path.startsWith('to/')).toBe(true)
        expect(found.path.split('/')).not.toContain('..')
      }),
    )
  })
  test('modes: never set-user-id, never writable for others', () => {
    expect([null, 0, 0o4755, 0o777, 0o444, 0o100644].map(mode => entryMode(mode).toString(8))).toEqual([
      '640',
      '640',
      '755',
      '755',
      '644',
      '644',
    ])
  })
})

test('archives are told apart by their first bytes', () => {
  const tar = Buffer.alloc(512)
  tar.write('ustar', 257)
  expect(archiveKind(tar)).toBe('tar')
  expect(archiveKind(Buffer.from('1f8b08', 'hex'))).toBe('gzip')
  expect(archiveKind(Buffer.from('PK\x05\x06'))).toBe('zip')
  expect(archiveKind(Buffer.from('hello'))).toBeNull()
  expect(archiveKind(Buffer.alloc(0))).toBeNull()
})

test('T-067 limits of what comes out of an archive', () => {
  const limits = unpackLimits(1_000_000_000, 1_000_000)
  expect(limitProblem(limits, { entries: 1_000_000, bytes: 5 }, 1)).toBeNull()
  expect(limitProblem(limits, { entries: 1_000_001, bytes: 5 }, 1)).toContain('entries')
  expect(limitProblem(limits, { entries: 1, bytes: 99_000_000 }, 1)).toBeNull()
  expect(limitProblem(limits, { entries: 1, bytes: 201_000_000 }, 1_000_000)).toContain('200 times')
  expect(limitProblem(limits, { entries: 1, bytes: 950_000_000 }, 500_000_000)).toContain('not enough space')
  expect(bytesAllowed(limits, 1_000, 0.5)).toBe(100_000_000)
  expect(bytesAllowed(limits, 1_000_000_000, 0.5)).toBe(468_000_000)
})
