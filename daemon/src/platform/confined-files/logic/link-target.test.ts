// Links stay inside: whatever target is accepted cannot lead above the root.

import { posix } from 'node:path'
import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { linkTargetProblem } from './link-target.ts'

test.each([
  ['a', 'b'],
  ['a/b', '../c'],
  ['a/b/c', '../../d'],
  ['a', './b/c'],
  ['a/b', '..'],
])('T-058 %s may lead to %s', (path, target) => {
  expect(linkTargetProblem(path, target)).toBeNull()
})

test.each([
  ['a', '..'],
  ['a', '../b'],
  ['a/b', '../../c'],
  ['a', '/etc'],
  ['a', ''],
  ['a', 'b/../../c'],
  ['a', 'b/..'],
  ['../a', 'b'],
  ['a', 'b\0'],
])('T-058 %s may not lead to %s', (path, target) => {
  expect(linkTargetProblem(path, target)).not.toBeNull()
})

test('T-058 no accepted target leaves the root', () => {
  const part = constantFrom('..', '.', 'a', 'b', '')
  assert(
    property(
      array(part, { maxLength: 8 }),
      array(constantFrom('x', 'y'), { minLength: 1, maxLength: 4 }),
      (parts, names) => {
        const target = parts.join('/')
        if (linkTargetProblem(names.join('/'), target) !== null) return
        const leadsTo = posix.resolve('/root', ...names.slice(0, -1), target)
        expect(leadsTo === '/root' || leadsTo.startsWith('/root/')).toBe(true)
      },
    ),
  )
})
