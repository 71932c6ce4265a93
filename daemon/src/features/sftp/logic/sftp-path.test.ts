import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { displayPath, insidePath } from './sftp-path.ts'

test.each([
  ['.', ''],
  ['', ''],
  ['/', ''],
  ['/a/b', 'a/b'],
  ['a//b/', 'a/b'],
  ['../../etc/passwd', 'etc/passwd'],
  ['/a/../../..', ''],
  ['a/./b/../c', 'a/c'],
  ['a\\..\\b', 'a\\..\\b'],
])('T-056 %s is %s below the root', (given, inside) => {
  expect(insidePath(given)).toBe(inside)
})

test('T-056 whatever is written, no part goes up and the shown path means the same', () => {
  assert(
    property(string({ unit: 'binary' }), given => {
      const inside = insidePath(given)
      expect(inside.split('/')).not.toContain('..')
      expect(inside.startsWith('/')).toBe(false)
      expect(insidePath(displayPath(given))).toBe(inside)
    }),
  )
})
