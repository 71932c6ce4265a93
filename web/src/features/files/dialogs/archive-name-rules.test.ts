// Names of new archives.

import { expect, test } from 'vitest'
import { archiveName, withEnding } from './archive-name-rules.ts'

test('8.2 an archive is named after what is in it', () => {
  expect(archiveName(['world'], 'saves', 'zip', new Set())).toBe('world.zip')
  expect(archiveName(['notes.txt'], '', 'tar.gz', new Set())).toBe('notes.tar.gz')
  expect(archiveName(['a', 'b'], 'saves', 'zip', new Set(['saves.zip']))).toBe('saves (2).zip')
  expect(archiveName(['a', 'b'], '', 'tar.xz', new Set())).toBe('files.tar.xz')
})

test('8.2 another format changes the ending alone', () => {
  expect(withEnding('world.zip', 'tar.gz')).toBe('world.tar.gz')
  expect(withEnding('world.7z', 'tar.xz')).toBe('world.tar.xz')
  expect(withEnding('v1.2', 'zip')).toBe('v1.2.zip')
})
