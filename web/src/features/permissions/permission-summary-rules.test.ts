// Tests of what somebody may do, in short.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { expect, test } from 'vitest'
import { accessSummary } from './permission-summary-rules.ts'

const cells = (...held: GameServerPermission[]) =>
  gameServerPermissionNames.map(
    permission => ({ permission, value: held.includes(permission) }) as PermissionOnGameServer,
  )

test('5.6 nothing, a look, something, everything', () => {
  expect(accessSummary(cells())).toEqual({ kind: 'none' })
  expect(accessSummary(cells('game-server-common'))).toEqual({ kind: 'looks' })
  expect(accessSummary(cells('game-server-common', 'game-server-start'))).toEqual({
    kind: 'some',
    permissions: ['game-server-start'],
  })
  expect(accessSummary(cells(...gameServerPermissionNames))).toEqual({ kind: 'everything' })
})
