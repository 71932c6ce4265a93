// The page about limits says what is so.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'

test('docs/reference/limits.md names every limit', () => {
  const page = readFileSync(new URL('../../docs/reference/limits.md', import.meta.url), 'utf8')
  const numbers = [...page.matchAll(/\| ([\d,]+) \|/g)].map(([, text]) => Number(text?.replaceAll(',', '')))
  expect(numbers).toEqual(Object.values(limits))
})
