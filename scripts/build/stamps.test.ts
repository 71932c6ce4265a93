// An output is rebuilt when something it was made from has changed, and only then.

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesBelow, isOutputCurrent, recipeOf, stampInputs } from './stamps.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rookery-stamps-'))
  mkdirSync(join(root, 'src', 'deep'), { recursive: true })
  writeFileSync(join(root, 'src', 'a.ts'), 'a')
  writeFileSync(join(root, 'src', 'deep', 'b.ts'), 'b')
  writeFileSync(join(root, 'out.mjs'), 'built')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const output = { file: 'out.mjs', recipe: 'r' }
const stamp = () => ({ recipe: 'r', inputs: stampInputs(root, filesBelow(root, 'src')) })

test('files below a folder are found, those of an absent one are none', () => {
  expect(filesBelow(root, 'src').toSorted()).toEqual(['src/a.ts', 'src/deep/b.ts'])
  expect(filesBelow(root, 'nowhere')).toEqual([])
})

test('nothing changed: current, also when only the times differ', () => {
  const made = stamp()
  expect(isOutputCurrent(root, output, made)).toBe(true)
  utimesSync(join(root, 'src', 'a.ts'), new Date(0), new Date(0))
  expect(isOutputCurrent(root, output, made)).toBe(true)
})

test.each<[string, () => void]>([
  ['a changed input of the same length', () => writeFileSync(join(root, 'src', 'a.ts'), 'x')],
  ['a longer input', () => writeFileSync(join(root, 'src', 'a.ts'), 'aa')],
  ['a removed input', () => rmSync(join(root, 'src', 'deep', 'b.ts'))],
  ['a missing output', () => rmSync(join(root, 'out.mjs'))],
])('%s: not current', (_name, change) => {
  const made = stamp()
  change()
  if (_name.includes('same length')) utimesSync(join(root, 'src', 'a.ts'), new Date(1), new Date(1))
  expect(isOutputCurrent(root, output, made)).toBe(false)
})

test('another recipe or no stamp: not current', () => {
  expect(isOutputCurrent(root, { ...output, recipe: 'other' }, stamp())).toBe(false)
  expect(isOutputCurrent(root, output, undefined)).toBe(false)
})

test('a new file counts where all files of a folder are inputs', () => {
  const made = stamp()
  writeFileSync(join(root, 'src', 'c.ts'), 'c')
  const expectedInputs = filesBelow(root, 'src')
  expect(isOutputCurrent(root, { ...output, expectedInputs }, made)).toBe(false)
  expect(isOutputCurrent(root, { ...output, expectedInputs }, stamp())).toBe(true)
})

test('the recipe changes with the content of its files', () => {
  const before = recipeOf(root, ['src/a.ts'])
  expect(recipeOf(root, ['src/a.ts'])).toBe(before)
  writeFileSync(join(root, 'src', 'a.ts'), 'x')
  expect(recipeOf(root, ['src/a.ts'])).not.toBe(before)
})
