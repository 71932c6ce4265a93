// Pasting finds names and refuses what has no end.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { expect, test } from 'vitest'
import { pastePlan } from './paste-plan.ts'

const entry = (path: string, type: FileEntry['type'] = 'file'): FileEntry => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  type,
  size: 1,
  mode: '0644',
  modified_at: '2026-01-01T00:00:00.000Z',
  protected: false,
})

test('8.2 a copy in the same folder gets a free name', () => {
  const plan = pastePlan({ how: 'copy', entries: [entry('a.txt')] }, '', new Set(['a.txt']))
  expect(plan.steps.map(({ to }) => to)).toEqual(['a (2).txt'])
})

test('8.2 two copies of the same name do not meet', () => {
  const held = { how: 'copy' as const, entries: [entry('x/a.txt'), entry('y/a.txt')] }
  expect(pastePlan(held, 'z', new Set()).steps.map(({ to }) => to)).toEqual(['z/a.txt', 'z/a (2).txt'])
})

test('8.2 a folder does not go into itself or below, a copy of it may stand beside it', () => {
  const folder = entry('maps', 'directory')
  expect(pastePlan({ how: 'move', entries: [folder] }, 'maps/old', new Set()).intoItself).toEqual([folder])
  expect(pastePlan({ how: 'copy', entries: [folder] }, 'maps', new Set()).steps).toEqual([])
  const beside = pastePlan({ how: 'copy', entries: [folder] }, '', new Set(['maps']))
  expect(beside.steps.map(({ to }) => to)).toEqual(['maps (2)'])
})

test('8.2 moving to where it is already does nothing', () => {
  expect(pastePlan({ how: 'move', entries: [entry('a/b')] }, 'a', new Set(['b']))).toEqual({
    steps: [],
    intoItself: [],
  })
})
