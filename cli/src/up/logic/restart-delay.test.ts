// A program that keeps ending is started less and less often, but never given up by this rule.

import { expect, test } from 'vitest'
import { restartDelayMs } from './restart-delay.ts'

test('the wait doubles from one second and stays at thirty', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 100].map(restartDelayMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ])
})
