// The order of versions.

import { expect, test } from 'vitest'
import { compareVersions } from './compare-versions.ts'

test('versions are compared by number', () => {
  const sorted = ['0.1.0-beta', '0.1.0', '0.1.1', '0.2.0', '0.10.0', '1.0.0-a', '1.0.0-b', '1.0.0']
  expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted)
})
