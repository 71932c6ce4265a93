// Tests of the notes in the corner.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteList } from './note-list.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('keeps the newest three and lets each go by itself', () => {
  for (const title of ['a', 'b', 'c', 'd']) noteList.add(title, '')
  expect(noteList.current().map(note => note.title)).toEqual(['b', 'c', 'd'])
  noteList.remove(noteList.current()[0]?.id ?? 0)
  expect(noteList.current().map(note => note.title)).toEqual(['c', 'd'])
  vi.advanceTimersByTime(9_000)
  expect(noteList.current()).toEqual([])
})
