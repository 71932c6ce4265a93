import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longest } from './longest-first.ts'

test('the files that begin first are there under these names', () => {
  const root = new URL('../../', import.meta.url)
  expect(longest.filter(name => !existsSync(new URL(name, root)))).toEqual([])
})
