// Tests of the cells of the permission matrix.

import {
  type GameServerPermission,
  gameServerPermissionNames,
  gameServerPermissions,
} from '@rookery/contracts/game-server-permissions.ts'
import type { PermissionOnGameServer } from '@rookery/contracts/http/permissions.ts'
import { describe, expect, test } from 'vitest'
import {
  type ColumnChanges,
  cellKind,
  columnWithPreset,
  outlookOf,
  pressCell,
  pressOf,
  visibleKind,
} from './permission-cells.ts'

const gameServerId = 7
type Source = PermissionOnGameServer['source']

const role = { id: 4, name: 'moderators', title: 'Moderators' }
const entryOf = (
  permission: GameServerPermission,
  effect: 'allow' | 'deny',
  of: typeof role | null,
  objectId: number | null,
): Source => ({
  reason: 'entry',
  entry: { permission, effect, object_type: 'server', object_id: objectId, role: of },
})
const none: Source = { reason: 'no_entry', entry: null }
const gated: Source = { reason: 'basic_privileges', entry: null }

const cell = (
  permission: GameServerPermission,
  value: boolean,
  source: Source,
  withBasic = value,
): PermissionOnGameServer => ({
  permission,
  value,
  value_with_basic: withBasic,
  title: gameServerPermissions[permission],
  source,
})

/** Basic privileges and start as told, the rest not given. */
function column(basic: PermissionOnGameServer, start: PermissionOnGameServer): PermissionOnGameServer[] {
  const rest = gameServerPermissionNames.slice(2)
  return [basic, start, ...rest.map(name => cell(name, false, basic.value ? none : gated))]
}

const basicOwn = cell('game-server-common', true, entryOf('game-server-common', 'allow', null, 7))
const basicMissing = cell('game-server-common', false, none)
const start = (value: boolean, source: Source) => cell('game-server-start', value, source)

const press = (cells: PermissionOnGameServer[], changes: ColumnChanges, name: GameServerPermission) =>
  pressCell(cells, gameServerId, changes, name)

describe('5.6 kinds of cell', () => {
  test.each([
    ['own-allow', start(true, entryOf('game-server-start', 'allow', null, 7))],
    ['inherited-allow', start(true, entryOf('game-server-start', 'allow', role, null))],
    ['inherited-allow', start(true, entryOf('game-server-start', 'allow', null, null))],
    ['inherited-allow', start(true, { reason: 'administrator', entry: null })],
    ['own-deny', start(false, entryOf('game-server-start', 'deny', null, 7))],
    ['inherited-deny', start(false, entryOf('game-server-start', 'deny', role, 7))],
    ['inherited-deny', start(false, entryOf('game-server-start', 'deny', null, null))],
    ['not-given', start(false, none)],
    ['gated', start(false, gated)],
  ] as const)('%s', (kind, example) => {
    expect(cellKind(example, gameServerId)).toBe(kind)
  })
})

test('5.6 a press wants the opposite, a second press takes it back', () => {
  const cells = column(basicOwn, start(false, none))
  const once = press(cells, {}, 'game-server-start')
  expect(once).toEqual({ 'game-server-start': true })
  expect(press(cells, once, 'game-server-start')).toEqual({})
})

test('5.6 what needs basic privileges brings them along, and goes with them', () => {
  const cells = column(basicMissing, start(false, gated))
  const wanted = press(cells, {}, 'game-server-start')
  expect(wanted).toEqual({ 'game-server-start': true, 'game-server-common': true })
  expect(press(cells, wanted, 'game-server-common')).toEqual({})
})

test('5.6 giving something while basic privileges are about to go keeps them', () => {
  const cells = column(basicOwn, start(false, none))
  const wanted = press(cells, { 'game-server-common': false }, 'game-server-start')
  expect(wanted).toEqual({ 'game-server-start': true })
})

test('5.6.2 a deny of a role is not changed by pressing, and neither is what it blocks', () => {
  const denied = start(false, entryOf('game-server-start', 'deny', role, null))
  const cells = column(basicOwn, denied)
  expect(press(cells, {}, 'game-server-start')).toEqual({})
  expect(pressOf(denied, gameServerId, {})).toBe('cannotLiftRole')

  const basicDenied = cell('game-server-common', false, entryOf('game-server-common', 'deny', role, null))
  const blocked = start(false, { reason: 'basic_privileges', entry: basicDenied.source.entry })
  expect(press(column(basicDenied, blocked), {}, 'game-server-start')).toEqual({})
  expect(pressOf(blocked, gameServerId, {})).toBe('cannotLiftRole')
})

test('5.6.6 withdrawing what comes from a role is told as a deny', () => {
  const inherited = start(true, entryOf('game-server-start', 'allow', role, null))
  const cells = column(basicOwn, inherited)
  expect(pressOf(inherited, gameServerId, {})).toBe('pressToDeny')
  const outlook = outlookOf(inherited, cells, gameServerId, { 'game-server-start': false })
  expect(outlook).toBe('willDeny')
  expect(visibleKind('inherited-allow', outlook)).toBe('own-deny')
})

test('5.6 without basic privileges everything else is shown as blocked', () => {
  const given = start(true, entryOf('game-server-start', 'allow', null, 7))
  const cells = column(basicOwn, given)
  expect(outlookOf(given, cells, gameServerId, { 'game-server-common': false })).toBe('willBlock')
  expect(outlookOf(given, cells, gameServerId, {})).toBe(null)
})

test('5.6 once basic privileges are given, the other rows show what they become', () => {
  const known = start(false, gated)
  const waiting = cell('game-server-start', false, gated, true)
  const given = { 'game-server-common': true } as const
  const after = (one: PermissionOnGameServer) =>
    visibleKind('gated', outlookOf(one, column(basicMissing, one), gameServerId, given))
  expect(after(known)).toBe('not-given')
  expect(after(waiting)).toBe('own-allow')
})

describe('a preset in a column', () => {
  const preset: GameServerPermission[] = ['game-server-common', 'game-server-stop']
  const apply = (cells: PermissionOnGameServer[]) => columnWithPreset(cells, gameServerId, preset)

  test('gives what is missing, with basic privileges, to somebody without access', () => {
    const wanted = { 'game-server-common': true, 'game-server-stop': true }
    expect(apply(column(basicMissing, start(false, gated)))).toEqual(wanted)
  })

  test('withdraws an own entry that it does not contain, and leaves what a role gives', () => {
    const own = start(true, entryOf('game-server-start', 'allow', null, 7))
    expect(apply(column(basicOwn, own))).toEqual({ 'game-server-start': false, 'game-server-stop': true })
    const inherited = start(true, entryOf('game-server-start', 'allow', role, null))
    expect(apply(column(basicOwn, inherited))).toEqual({ 'game-server-stop': true })
  })

  test('changes nothing where a role denies basic privileges', () => {
    const denied = cell('game-server-common', false, entryOf('game-server-common', 'deny', role, null))
    expect(apply(column(denied, start(false, gated)))).toEqual({})
  })
})
