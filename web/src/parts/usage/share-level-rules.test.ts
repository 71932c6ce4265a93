// Tests of where a share becomes something to look at.

import { expect, test } from 'vitest'
import { shareLevel } from './share-level-rules.ts'

test('three quarters are high, nine tenths are full', () => {
  expect([0, 74.9, 75, 89.9, 90, 130].map(shareLevel)).toEqual([
    'fine',
    'fine',
    'high',
    'high',
    'full',
    'full',
  ])
})
