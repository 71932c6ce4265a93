// Tests of what single keys do, and where they do nothing.

import { expect, test } from 'vitest'
import { actionOf, isFree, jumpKeys, secondKeyMs } from './shortcuts.ts'

test('g and a letter jump to a page, if the letter comes soon', () => {
  expect(actionOf({ key: 'g', atMs: 0 }, null)).toEqual({ action: 'wait' })
  expect(actionOf({ key: 's', atMs: secondKeyMs }, 0)).toEqual({ action: 'jump', page: 'servers' })
  expect(actionOf({ key: 'g', atMs: 10 }, 0)).toEqual({ action: 'jump', page: 'templates' })
  expect(actionOf({ key: 'u', atMs: 10 }, 0)).toEqual({ action: 'jump', page: 'people' })
  expect(actionOf({ key: ',', atMs: 10 }, 0)).toEqual({ action: 'jump', page: 'settings' })
  expect(actionOf({ key: 's', atMs: secondKeyMs + 1 }, 0)).toBeNull()
  expect(actionOf({ key: 'g', atMs: secondKeyMs + 1 }, 0)).toEqual({ action: 'wait' })
})

test('a letter alone does nothing, nor does one without a page', () => {
  expect(actionOf({ key: 's', atMs: 0 }, null)).toBeNull()
  expect(actionOf({ key: 'q', atMs: 1 }, 0)).toBeNull()
  expect(actionOf({ key: 'constructor', atMs: 1 }, 0)).toBeNull()
})

test('a question mark asks for help at any time', () => {
  expect(actionOf({ key: '?', atMs: 0 }, null)).toEqual({ action: 'help' })
  expect(actionOf({ key: '?', atMs: 1 }, 0)).toEqual({ action: 'help' })
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
