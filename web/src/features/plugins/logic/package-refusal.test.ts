// Tests of how the refusal of a package is told.

import { expect, test } from 'vitest'
import { packageFaults } from './package-refusal.ts'

test('T-120 every fault is told with the file of the package and the place in it', () => {
  const fields = {
    'plugin.json.settings.0.kind': ['is unknown', 'must be text'],
    'plugin.json': ['is not JSON'],
    '../evil.js': ['does not belong into a plugin package'],
    package: ['is not a zip file that can be read'],
  }
  expect(packageFaults(fields)).toEqual([
    { file: 'plugin.json', field: 'settings.0.kind', words: 'is unknown' },
    { file: 'plugin.json', field: 'settings.0.kind', words: 'must be text' },
    { file: 'plugin.json', field: '', words: 'is not JSON' },
    { file: '../evil.js', field: '', words: 'does not belong into a plugin package' },
    { file: null, field: '', words: 'is not a zip file that can be read' },
  ])
  expect(packageFaults({})).toEqual([])
})
