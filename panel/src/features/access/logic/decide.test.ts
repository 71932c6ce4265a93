import { gameServerPermissionNames, objectTypes } from '@rookery/contracts/game-server-permissions.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decide,
  decideInSection,
  decideOnGameServer,
  isAdministrator,
  type PermissionEntry,
  permissionsOnGameServer,
} from './decide.ts'
import { visibleGameServers } from './visible-servers.ts'

const entry = (
  permission: PermissionEntry['permission'],
  effect: PermissionEntry['effect'],
  objectType: PermissionEntry['objectType'] = '',
  objectId = 0,
): PermissionEntry => ({ permission, effect, objectType, objectId })

const server1 = { objectType: 'server', objectId: 1 } as const
const server2 = { objectType: 'server', objectId: 2 } as const

describe('access decision', () => {
  test('5.6.2 a deny beats any number of allows', () => {
    const entries = [
      entry('game-server-start', 'allow'),
      entry('game-server-start', 'deny', 'server', 1),
      entry('game-server-start', 'allow', 'server', 1),
    ]
    expect(decide(entries, 'game-server-start', server1)).toEqual({ allowed: false, decidedBy: entries[1] })
    expect(decide(entries, 'game-server-start', server2).allowed).toBe(true)
  })

  test('5.6.3 scope must match', () => {
    expect(
      decide([entry('game-server-start', 'allow', 'server', 1)], 'game-server-start', server2).allowed,
    ).toBe(false)
    expect(
      decide([entry('game-server-start', 'allow', 'node', 1)], 'game-server-start', server1).allowed,
    ).toBe(false)
    expect(
      decide([entry('game-server-start', 'allow', 'server', 0)], 'game-server-start', server2).allowed,
    ).toBe(true)
  })

  test('5.6.5 the administrator check counts global entries only', () => {
    expect(isAdministrator([entry('admin roles & permissions', 'allow', 'server', 1)])).toBe(false)
    expect(isAdministrator([entry('admin roles & permissions', 'allow', 'server', 0)])).toBe(false)
    expect(isAdministrator([entry('admin roles & permissions', 'allow')])).toBe(true)
    expect(
      isAdministrator([
        entry('admin roles & permissions', 'allow'),
        entry('admin roles & permissions', 'deny'),
      ]),
    ).toBe(false)
  })

  test('5.6 every permission needs the basic privileges on the same game server', () => {
    const entries = gameServerPermissionNames.slice(1).map(name => entry(name, 'allow', 'server', 1))
    expect(Object.values(permissionsOnGameServer(entries, 1)).some(Boolean)).toBe(false)
  })

  test('5.6 an explicit deny on one game server binds administrators too', () => {
    const entries = [
      entry('admin roles & permissions', 'allow'),
      entry('game-server-stop', 'deny', 'server', 1),
    ]
    expect(decideOnGameServer(entries, 'game-server-stop', 1).allowed).toBe(false)
    expect(decideOnGameServer(entries, 'game-server-stop', 2).allowed).toBe(true)
    expect(decideInSection(entries, 'view', 'node', 3).allowed).toBe(true)
  })

  const anyEntry = fc.record({
    permission: fc.constantFrom(
      'game-server-common' as const,
      'admin roles & permissions' as const,
      'view' as const,
    ),
    effect: fc.constantFrom('allow' as const, 'deny' as const),
    objectType: fc.constantFrom('' as const, ...objectTypes),
    objectId: fc.integer({ min: 0, max: 3 }),
  })

  test('T-042 the visible list agrees with the decision for every server, whatever the entries and their order', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (entries, id) => {
        const sane = entries.map(e => (e.objectType === '' ? { ...e, objectId: 0 } : e))
        const visible = visibleGameServers(sane)
        const listed = visible.all ? !visible.except.includes(id) : visible.only.includes(id)
        expect(listed).toBe(decideOnGameServer(sane, 'game-server-common', id).allowed)
        expect(decideOnGameServer(sane.toReversed(), 'game-server-common', id).allowed).toBe(listed)
      }),
      { numRuns: 5000 },
    )
  })
})
