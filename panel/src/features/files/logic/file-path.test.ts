import { expect, test } from 'vitest'
import { nameOfPath, pathIn } from './file-path.ts'

test.each([
  ['', 'a', 'a'],
  ['.', 'a', 'a'],
  ['/', 'a', 'a'],
  ['maps', 'a', 'maps/a'],
  ['maps//', 'a', 'maps/a'],
  ['../x', 'a', '../x/a'],
])('8.3 %j with %j is %j', (folder, name, path) => {
  expect(pathIn(folder, name)).toBe(path)
})

test.each([
  ['', ''],
  ['a', 'a'],
  ['maps/a.txt', 'a.txt'],
  ['maps/', 'maps'],
  ['a/..', ''],
])('8.3 the name of %j is %j', (path, name) => {
  expect(nameOfPath(path)).toBe(name)
})
