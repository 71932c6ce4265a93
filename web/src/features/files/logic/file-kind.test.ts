// Names decide how a file is shown, never what a browser does with it.

import { expect, test } from 'vitest'
import { fileIconOf, folderForArchive, imageTypeOf, isArchive, textLanguageOf } from './file-kind.ts'

test('T-075 only four harmless types are shown as pictures', () => {
  expect(imageTypeOf('Icon.PNG')).toBe('image/png')
  expect(imageTypeOf('photo.jpg')).toBe('image/jpeg')
  expect(imageTypeOf('drawing.svg')).toBeNull()
  expect(imageTypeOf('page.html')).toBeNull()
  expect(imageTypeOf('.png')).toBeNull()
})

test.each([
  ['server.properties', 'properties'],
  ['ops.json', 'json'],
  ['bukkit.yml', 'yaml'],
  ['.env', 'properties'],
  ['.env.local', 'properties'],
  ['start.sh', 'shell'],
  ['init.lua', 'lua'],
  ['mods.toml', 'toml'],
  ['latest.log', 'plain'],
  ['json', 'plain'],
])('8.2 %s is colored as %s', (name, language) => {
  expect(textLanguageOf(name)).toBe(language)
})

test('8.2 archives are known, with the folder they would make', () => {
  expect(isArchive('world.tar.gz')).toBe(true)
  expect(isArchive('world.gz')).toBe(false)
  expect(folderForArchive('world.tar.gz')).toBe('world')
  expect(folderForArchive('pack.zip')).toBe('pack')
  expect(folderForArchive('.zip')).toBe('.zip')
  expect(fileIconOf('pack.7z')).toBe('archive')
  expect(fileIconOf('notes.txt')).toBe('text')
  expect(fileIconOf('arena')).toBe('file')
})
