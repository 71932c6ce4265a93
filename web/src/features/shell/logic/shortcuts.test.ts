// Tests of what single keys do, and where they do nothing.

import { expect, test } from 'vitest'
import { deedOf, isFree, jumpKeys, secondKeyMs } from './shortcuts.ts'

test('g and a letter jump to a page, if the letter comes soon', () => {
  expect(deedOf({ key: 'g', atMs: 0 }, null)).toEqual({ deed: 'wait' })
  expect(deedOf({ key: 's', atMs: secondKeyMs }, 0)).toEqual({ deed: 'jump', page: 'servers' })
  expect(deedOf({ key: 'g', atMs: 10 }, 0)).toEqual({ deed: 'jump', page: 'templates' })
  expect(deedOf({ key: 's', atMs: secondKeyMs + 1 }, 0)).toBeNull()
  expect(deedOf({ key: 'g', atMs: secondKeyMs + 1 }, 0)).toEqual({ deed: 'wait' })
})

test('a letter alone does nothing, nor does one without a page', () => {
  expect(deedOf({ key: 's', atMs: 0 }, null)).toBeNull()
  expect(deedOf({ key: 'q', atMs: 1 }, 0)).toBeNull()
  expect(deedOf({ key: 'constructor', atMs: 1 }, 0)).toBeNull()
})

test('a question mark asks for help at any time', () => {
  expect(deedOf({ key: '?', atMs: 0 }, null)).toEqual({ deed: 'help' })
  expect(deedOf({ key: '?', atMs: 1 }, 0)).toEqual({ deed: 'help' })
})

test('no two pages share a letter', () => {
  expect(new Set(Object.values(jumpKeys)).size).toBe(Object.keys(jumpKeys).length)
})

test('what is typed elsewhere is left alone', () => {
  const free = {
    tagName: 'BODY',
    isEditable: false,
    hasModifier: false,
    isTakenAlready: false,
    isDialogOpen: false,
  }
  expect(isFree(free)).toBe(true)
  expect(isFree({ ...free, tagName: 'A' })).toBe(true)
  for (const taken of [
    { tagName: 'INPUT' },
    { tagName: 'TEXTAREA' },
    { tagName: 'SELECT' },
    { isEditable: true },
    { hasModifier: true },
    { isTakenAlready: true },
    { isDialogOpen: true },
  ])
    expect(isFree({ ...free, ...taken })).toBe(false)
})
