// Tests of what somebody may do, in short, and of why.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { defaultPresets, presetNames } from '@rookery/contracts/permission-presets.ts'
import { expect, test } from 'vitest'
import { accessReason, accessSummary } from './permission-summary-rules.ts'

const presets = presetNames.map(name => ({ name, permissions: [...defaultPresets[name]] }))
const cells = (...held: GameServerPermission[]) =>
  gameServerPermissionNames.map(
    permission => ({ permission, value: held.includes(permission) }) as PermissionOnGameServer,
  )
const summary = (...held: GameServerPermission[]) => accessSummary(cells(...held), presets)

test('5.6 nothing, a look, everything', () => {
  expect(summary()).toEqual({ kind: 'none' })
  expect(summary('game-server-start')).toEqual({ kind: 'none' })
  expect(summary('game-server-common')).toEqual({ kind: 'looks' })
  expect(summary(...gameServerPermissionNames)).toEqual({ kind: 'everything' })
})

test('5.6 an administrator is one, whatever is denied to them here', () => {
  const allButFiles = gameServerPermissionNames.filter(name => name !== 'game-server-files')
  expect(accessSummary(cells(...gameServerPermissionNames), presets, true)).toEqual({
    kind: 'administrator',
    less: [],
  })
  expect(accessSummary(cells(...allButFiles), presets, true)).toEqual({
    kind: 'administrator',
    less: ['game-server-files'],
  })
  expect(accessSummary(cells(), presets, true)).toEqual({ kind: 'none' })
})

test('5.6 the nearest preset is named, with what differs from it', () => {
  expect(summary(...defaultPresets.operator)).toEqual({
    kind: 'some',
    preset: 'operator',
    more: [],
    less: [],
  })
  expect(summary(...defaultPresets.operator, 'game-server-files')).toMatchObject({
    preset: 'operator',
    more: ['game-server-files'],
    less: [],
  })
  const allButFiles = gameServerPermissionNames.filter(name => name !== 'game-server-files')
  expect(summary(...allButFiles)).toMatchObject({ preset: 'manager', more: [], less: ['game-server-files'] })
})

test('5.6 what no preset is near to is listed', () => {
  const held = [
    ...(['game-server-common', 'game-server-files', 'game-server-settings'] as const),
    ...(['game-server-tasks', 'game-server-start', 'game-server-update'] as const),
  ]
  expect(summary(...held)).toEqual({
    kind: 'some',
    preset: null,
    more: gameServerPermissionNames.filter(name => held.includes(name as never)).slice(1),
    less: [],
  })
  expect(accessSummary(cells('game-server-common', 'game-server-start'), [])).toMatchObject({ preset: null })
})

const withReason = (value: boolean, role: string | null) => [
  {
    permission: 'game-server-common',
    value,
    source: { reason: 'entry', entry: { role: role && { id: 1, name: role, title: role } } },
  } as PermissionOnGameServer,
]

test('5.6 the reason is what decides on the basic privileges', () => {
  expect(accessReason(true, withReason(true, null))).toEqual({ by: 'administrator' })
  expect(accessReason(true, withReason(false, null))).toEqual({ by: 'none' })
  expect(accessReason(false, withReason(true, 'Moderators'))).toEqual({ by: 'role', title: 'Moderators' })
  expect(accessReason(false, withReason(true, null))).toEqual({ by: 'own' })
})
