// A mutant that no longer fits the code it changes would count as found for ever.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutants } from './mutants.ts'

const root = join(import.meta.dirname, '..', '..')

test.each(mutants)('$name: still fits its file, and has tests', ({ file, find, replace, tests }) => {
  const parts = readFileSync(join(root, file), 'utf8').split(find)
  expect(parts, `what is to be found in ${file}`).toHaveLength(2)
  expect(replace).not.toBe(find)
  expect(tests.filter(path => !existsSync(join(root, path)))).toEqual([])
})

test('there are at least forty, no two alike', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})
