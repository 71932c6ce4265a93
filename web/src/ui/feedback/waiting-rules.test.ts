// Tests of when a placeholder appears.

import { expect, test } from 'vitest'
import { isSameWait, quietMs } from './waiting-rules.ts'

test('the first placeholder waits until an answer is no longer quick', () => {
  expect(isSameWait({ begunMs: [], leftMs: null }, 5_000)).toBe(false)
})

test('a placeholder that follows one in sight goes on with it', () => {
  expect(isSameWait({ begunMs: [1_000], leftMs: null }, 1_000 + quietMs)).toBe(true)
  expect(isSameWait({ begunMs: [], leftMs: 1_000 }, 1_100)).toBe(true)
})

test('one that follows a placeholder which nobody saw yet, or long after, waits again', () => {
  expect(isSameWait({ begunMs: [1_000], leftMs: null }, 1_000 + quietMs - 1)).toBe(false)
  expect(isSameWait({ begunMs: [], leftMs: 1_000 }, 1_400)).toBe(false)
})
