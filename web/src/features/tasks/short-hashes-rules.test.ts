// Tests of what is left of a checksum in a list.

import { expect, test } from 'vitest'
import { shortHashes } from './short-hashes-rules.ts'

test('a checksum keeps its first eight characters, words and numbers stay whole', () => {
  expect(shortHashes('expected sha256:9f86d081884c7d659a2f, got sha256:60303ae22b998861')).toBe(
    'expected sha256:9f86d081…, got sha256:60303ae2…',
  )
  expect(shortHashes('exit code 137, 1500000 of 3000000 bytes, defaced')).toBe(
    'exit code 137, 1500000 of 3000000 bytes, defaced',
  )
})
