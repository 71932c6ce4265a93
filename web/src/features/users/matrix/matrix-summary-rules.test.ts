// Tests of the summary before saving and of what is told afterwards.

import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { expect, test } from 'vitest'
import { countChanges, stillDenied, summarize } from './matrix-summary-rules.ts'

const role = { id: 4, name: 'moderators', title: 'Moderators' }
const allowedByRole: PermissionOnGameServer = {
  permission: 'game-server-start',
  value: true,
  value_with_basic: true,
  title: 'start',
  source: {
    reason: 'entry',
    entry: {
      permission: 'game-server-start',
      effect: 'allow',
      object_type: 'server',
      object_id: null,
      role,
    },
  },
}
const deniedHere: PermissionOnGameServer = {
  permission: 'game-server-stop',
  value: false,
  value_with_basic: false,
  title: 'stop',
  source: {
    reason: 'entry',
    entry: {
      permission: 'game-server-stop',
      effect: 'deny',
      object_type: 'server',
      object_id: 7,
      role: null,
    },
  },
}

test('5.6.6 the summary tells a deny from a withdrawal, and a lifted deny from a gift', () => {
  const changes = {
    7: { 'game-server-start': false, 'game-server-stop': true, 'game-server-common': false },
    8: { 'game-server-files': true },
    9: {},
  } as const
  expect(countChanges(changes)).toBe(4)
  expect(summarize(changes, id => (id === 7 ? [allowedByRole, deniedHere] : undefined))).toEqual([
    {
      gameServerId: 7,
      losesSight: true,
      changes: [
        { permission: 'game-server-start', kind: 'denies' },
        { permission: 'game-server-stop', kind: 'lifts' },
        { permission: 'game-server-common', kind: 'withdraws' },
      ],
    },
    { gameServerId: 8, losesSight: false, changes: [{ permission: 'game-server-files', kind: 'gives' }] },
  ])
})

test('5.6.2 what was wanted and is still denied is told, nothing else', () => {
  const after = [allowedByRole, deniedHere]
  const wanted = { 'game-server-start': true, 'game-server-stop': true } as const
  expect(stillDenied(7, wanted, after)).toEqual([{ gameServerId: 7, cell: deniedHere }])
  expect(stillDenied(7, { 'game-server-stop': false }, after)).toEqual([])
})
