import type { RiskyAction } from '@rookery/contracts/backups.ts'
import { describe, expect, it } from 'vitest'
import { offeredRollback } from './rollback-rules.ts'

const minuteMs = 60_000
const safety = (taken_at_ms: number, before: RiskyAction) => ({ taken_at_ms, before })
const crashed = { state: 'crashed', stateChangedAtMs: 1_000, readyAtMs: 100, nowMs: 2_000 } as const

describe('going back to before a change', () => {
  it('is offered where a game has crashed and was not ready since the change', () => {
    const update = safety(200, 'update')
    expect(offeredRollback([update], crashed)).toBe(update)
    expect(offeredRollback([update], { ...crashed, readyAtMs: 300 })).toBeNull()
  })

  it('leads to the first change since it was ready: later ones saved what was broken already', () => {
    const [before, first, second] = [safety(50, 'update'), safety(200, 'template'), safety(300, 'update')]
    expect(offeredRollback([second, before, first], crashed)).toBe(first)
  })

  it('is not offered for a change that a restore has undone', () => {
    expect(offeredRollback([safety(200, 'update'), safety(300, 'restore')], crashed)).toBeNull()
    const later = safety(400, 'reinstall')
    expect(offeredRollback([safety(200, 'update'), safety(300, 'restore'), later], crashed)).toBe(later)
  })

  it('is not offered after unpacking an archive', () => {
    expect(offeredRollback([safety(200, 'extract')], crashed)).toBeNull()
  })

  it('leads to the last change where the panel does not know when it was ready', () => {
    const [first, last] = [safety(200, 'update'), safety(300, 'update')]
    expect(offeredRollback([first, last], { ...crashed, readyAtMs: null })).toBe(last)
  })

  it.each([
    { state: 'install_failed', minutes: 0, isOffered: true },
    { state: 'starting', minutes: 9, isOffered: false },
    { state: 'starting', minutes: 10, isOffered: true },
    { state: 'running', minutes: 60, isOffered: false },
    { state: 'stopped', minutes: 60, isOffered: false },
  ] as const)(
    'of a game that is $state for $minutes minutes: $isOffered',
    ({ state, minutes, isOffered }) => {
      const run = { ...crashed, state, nowMs: crashed.stateChangedAtMs + minutes * minuteMs }
      expect(offeredRollback([safety(200, 'update')], run) !== null).toBe(isOffered)
    },
  )
})
