// What is offered for which entries.

import type { FileEntry } from '@rookery/contracts/http/files.ts'
import { expect, test } from 'vitest'
import { availableActions } from './available-actions.ts'

const entry = (name: string, type: FileEntry['type'] = 'file'): FileEntry => ({
  name,
  path: name,
  type,
  size: 1,
  mode: '0644',
  modified_at: '2026-01-01T00:00:00.000Z',
  protected: false,
})

test('8.2 an archive can be unpacked, a plain file cannot', () => {
  expect(availableActions([entry('a.zip')], false)).toContain('extract')
  expect(availableActions([entry('a.txt')], false)).not.toContain('extract')
})

test('8.2 links and special files are never opened or read', () => {
  expect(availableActions([entry('a', 'link')], false)).toEqual(['rename', 'move', 'delete'])
  expect(availableActions([entry('a', 'other')], false)).toEqual(['rename', 'move', 'delete'])
})

test('8.2 of several entries only what suits all of them', () => {
  expect(availableActions([entry('a'), entry('b', 'directory')], false)).toEqual([
    'download',
    'copy',
    'move',
    'archive',
    'delete',
  ])
  expect(availableActions([entry('a'), entry('b', 'link')], false)).toEqual(['move', 'delete'])
})

test('8.2 while the game is installed nothing is changed', () => {
  expect(availableActions([entry('a')], true)).toEqual(['open', 'download', 'hash'])
})
