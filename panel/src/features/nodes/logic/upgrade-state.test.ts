// Which nodes are behind, and which of them the panel can upgrade.

import { describe, expect, test } from 'vitest'
import type { StoredInstallation } from '../nodes-store.ts'
import { upgradeStateOf } from './upgrade-state.ts'

const byScript: StoredInstallation = {
  method: 'script',
  packageName: '',
  isAllowed: true,
  isSupervised: true,
  failed: null,
}
const around = { panelVersion: '0.10.0', isOnline: true, running: null, failed: null }
const failure = {
  from: '0.9.0',
  to: '0.10.0',
  reason: 'it ended',
  at: '2026-11-17T12:00:00.000Z',
  last_lines: [],
}
const running = { to: '0.10.0', step: 'sending', sent_bytes: 1, total_bytes: 2 } as const

describe('a node', () => {
  test.each([
    ['0.9.0', '0.10.0'],
    ['0.10.0-rc.1', '0.10.0'],
    ['0.10.0', null],
    ['0.11.0', null],
    [null, null],
  ])('of version %s is offered %s', (version, available) => {
    expect(upgradeStateOf({ version, installation: byScript }, around).available).toBe(available)
  })

  test.each<[string, StoredInstallation | null, boolean, string | null]>([
    ['of the script', byScript, true, null],
    ['that is away', byScript, false, 'offline'],
    ['that is too old to say', null, true, 'too_old'],
    ['of a package', { ...byScript, method: 'deb', packageName: 'rookery-daemon' }, true, 'package'],
    ['in a container', { ...byScript, method: 'container' }, true, 'container'],
    ['by hand', { ...byScript, method: 'other' }, true, 'other'],
    ['that does not allow it', { ...byScript, isAllowed: false }, true, 'switched_off'],
    ['that nothing starts again', { ...byScript, isSupervised: false }, true, 'not_supervised'],
  ])('%s', (_what, installation, isOnline, obstacle) => {
    expect(upgradeStateOf({ version: '0.9.0', installation }, { ...around, isOnline }).obstacle).toBe(
      obstacle,
    )
    expect(upgradeStateOf({ version: '0.10.0', installation }, { ...around, isOnline }).obstacle).toBeNull()
  })

  test('shows how its last upgrade failed until the next one runs or it is not behind any more', () => {
    const installation = { ...byScript, failed: failure }
    const behind = { version: '0.9.0', installation }
    expect(upgradeStateOf(behind, around).failed).toEqual(failure)
    const known = { ...failure, reason: 'the node is away' }
    expect(upgradeStateOf(behind, { ...around, failed: known }).failed).toEqual(known)
    expect(upgradeStateOf(behind, { ...around, running })).toMatchObject({ running, failed: null })
    expect(upgradeStateOf({ version: '0.10.0', installation }, { ...around, running })).toMatchObject({
      running: null,
      failed: null,
    })
  })
})
