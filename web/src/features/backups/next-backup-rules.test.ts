// Tests of when the next backup is taken.

import { expect, test } from 'vitest'
import { nextBackup } from './next-backup-rules.ts'

const step = (action: 'backup' | 'restart') => ({
  action,
  offset_seconds: 0,
  continue_on_failure: false,
})

test('the earliest schedule with a backup counts, and one that is turned off does not', () => {
  const nightly = { steps: [step('restart'), step('backup')], next_run_at: '2026-11-19T03:00:00.000Z' }
  const weekly = { steps: [step('backup')], next_run_at: '2026-11-22T03:00:00.000Z' }
  const restart = { steps: [step('restart')], next_run_at: '2026-11-18T22:00:00.000Z' }
  expect(nextBackup([weekly, nightly, restart])).toBe(nightly.next_run_at)
  expect(nextBackup([restart, { steps: undefined, next_run_at: restart.next_run_at }])).toBeNull()
  expect(nextBackup([{ ...nightly, next_run_at: null }])).toBeNull()
})
