// Tests of which task the overview shows in full.

import { expect, test } from 'vitest'
import { isWorthShowing } from './is-worth-showing.ts'

const now = Date.UTC(2026, 10, 15, 12)
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

test('running and failed tasks stay, success steps back after ten minutes', () => {
  expect(isWorthShowing({ status: 'working', ended_at: null }, now)).toBe(true)
  expect(isWorthShowing({ status: 'error', ended_at: ago(600) }, now)).toBe(true)
  expect(isWorthShowing({ status: 'success', ended_at: ago(9) }, now)).toBe(true)
  expect(isWorthShowing({ status: 'success', ended_at: ago(11) }, now)).toBe(false)
})
