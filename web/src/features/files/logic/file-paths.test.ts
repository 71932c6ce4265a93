// Paths and names of the file manager.

import { expect, test } from 'vitest'
import {
  crumbsOf,
  endingAt,
  freeName,
  isInside,
  joinPath,
  nameFault,
  nameOf,
  normalizeFolder,
  parentOf,
} from './file-paths.ts'

test('8.2 paths are put together and taken apart', () => {
  expect(joinPath('', 'a')).toBe('a')
  expect(joinPath('a/b', 'c')).toBe('a/b/c')
  expect(parentOf('a/b/c')).toBe('a/b')
  expect(parentOf('a')).toBe('')
  expect(nameOf('a/b')).toBe('b')
  expect(crumbsOf('a/b')).toEqual([
    { name: 'a', path: 'a' },
    { name: 'b', path: 'a/b' },
  ])
  expect(crumbsOf('')).toEqual([])
  expect(normalizeFolder(' /maps//old/ ')).toBe('maps/old')
})

test('8.2 a folder is inside itself, a name that only begins alike is not', () => {
  expect(isInside('maps/a', 'maps')).toBe(true)
  expect(isInside('maps', 'maps')).toBe(true)
  expect(isInside('maps2', 'maps')).toBe(false)
  expect(isInside('anything', '')).toBe(true)
})

test.each([
  ['', 'empty'],
  ['a/b', 'slash'],
  ['..', 'dots'],
  ['a\nb', 'control'],
  ['ü'.repeat(128), 'long'],
  ['here', 'taken'],
  ['...', null],
  ['ü'.repeat(127), null],
])('8.2 the name %j is judged: %s', (name, fault) => {
  expect(nameFault(name, new Set(['here']))).toBe(fault)
})

test('8.2 a copy beside the first one gets a free name and keeps its ending', () => {
  expect(freeName('map.txt', new Set())).toBe('map.txt')
  expect(freeName('map.txt', new Set(['map.txt', 'map (2).txt']))).toBe('map (3).txt')
  expect(freeName('world.tar.gz', new Set(['world.tar.gz']))).toBe('world (2).tar.gz')
  expect(freeName('.env', new Set(['.env']))).toBe('.env (2)')
  expect(endingAt('noending')).toBe(8)
})
