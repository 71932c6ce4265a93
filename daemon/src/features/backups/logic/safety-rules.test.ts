import type { NodeBackup } from '@rookery/contracts/backups.ts'
import { describe, expect, it } from 'vitest'
import { isRoutineSafetyDue, isTemplateChanged } from './safety-rules.ts'

const hourMs = 60 * 60_000
const nowMs = 1_000 * hourMs

const safety = (hoursAgo: number, before: NodeBackup['before'] = 'update'): NodeBackup => ({
  ...{ snapshot: `of ${hoursAgo}`, taken_at_ms: nowMs - hoursAgo * hourMs, kind: 'safety', before },
  ...{ run_key: '', files: 1, bytes: 1, bytes_added: 1, consistency: 'stopped', warnings: [] },
})

describe('the backup before an update that comes with a start', () => {
  it('is taken every time where only changes are stored', () => {
    expect(isRoutineSafetyDue({ engine: 'restic', backups: [safety(1)] }, nowMs)).toBe(true)
  })

  it('is taken once a day where each one is a whole copy', () => {
    const due = (...backups: NodeBackup[]) => isRoutineSafetyDue({ engine: 'archive', backups }, nowMs)
    expect(due()).toBe(true)
    expect(due(safety(1))).toBe(false)
    expect(due(safety(50), safety(23))).toBe(false)
    expect(due(safety(50), safety(24))).toBe(true)
    expect(due(safety(1, 'restore'))).toBe(true)
  })

  it('is taken when the clock was set back by more than a day', () => {
    expect(isRoutineSafetyDue({ engine: 'archive', backups: [safety(-48)] }, nowMs)).toBe(true)
  })

  it('is taken where nothing is known yet', () => {
    expect(isRoutineSafetyDue(null, nowMs)).toBe(true)
  })
})

describe('a changed template', () => {
  it.each([
    { version: 'b', covered: 'a', changed: true },
    { version: 'a', covered: 'a', changed: false },
    { version: 'b', covered: null, changed: false },
    { version: '', covered: 'a', changed: false },
  ])('from $covered to $version: $changed', ({ version, covered, changed }) => {
    expect(isTemplateChanged(version, covered)).toBe(changed)
  })
})
