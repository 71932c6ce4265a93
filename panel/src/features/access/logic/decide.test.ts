import { gameServerPermissionNames, objectTypes } from '@rookery/contracts/game-server-permissions.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import {
  decide,
  decideInSection,
  decideOnGameServer,
  isAdministrator,
  isManagingOwner,
  isMatching,
  ownerEntries,
  type PermissionEntry,
  permissionsOnGameServer,
  type Target,
} from './decide.ts'
import {
  gameServersWith,
  isNothingVisible,
  isVisible,
  visibleGameServers,
  visibleObjects,
} from './visible-objects.ts'

const entry = (
  permission: PermissionEntry['permission'],
  effect: PermissionEntry['effect'],
  objectType: PermissionEntry['objectType'] = '',
  objectId = 0,
): PermissionEntry => ({ permission, effect, objectType, objectId })

const start = 'game-server-start'
const common = 'game-server-common'
const administration = 'admin roles & permissions'
const server1 = { objectType: 'server', objectId: 1 } as const
const server2 = { objectType: 'server', objectId: 2 } as const

describe('access decision', () => {
  test('5.6.2 a deny beats any number of allows', () => {
    const entries = [
      entry(start, 'allow'),
      entry(start, 'deny', 'server', 1),
      entry(start, 'allow', 'server', 1),
    ]
    expect(decide(entries, start, server1)).toEqual({
      allowed: false,
      reason: 'entry',
      decidedBy: entries[1],
    })
    expect(decide(entries, start, server2).allowed).toBe(true)
  })

  test('5.6.3 scope must match', () => {
    expect(decide([entry(start, 'allow', 'server', 1)], start, server2).allowed).toBe(false)
    expect(decide([entry(start, 'allow', 'node', 1)], start, server1).allowed).toBe(false)
    expect(decide([entry(start, 'allow', 'server', 0)], start, server2).allowed).toBe(true)
  })

  test('5.6.5 (C169) the administrator check counts global entries only', () => {
    expect(isAdministrator([entry(administration, 'allow', 'server', 1)])).toBe(false)
    for (const type of objectTypes) {
      expect(isAdministrator([entry(administration, 'allow', type, 0)]), type).toBe(false)
      const denied = [entry(administration, 'allow'), entry(administration, 'deny', type, 0)]
      expect(isAdministrator(denied), type).toBe(true)
    }
    expect(isAdministrator([entry(administration, 'allow')])).toBe(true)
    expect(isAdministrator([entry(administration, 'allow'), entry(administration, 'deny')])).toBe(false)
  })

  test('5.6 (C179) every permission needs the basic privileges on the same game server', () => {
    const entries = gameServerPermissionNames.slice(1).map(name => entry(name, 'allow', 'server', 1))
    expect(Object.values(permissionsOnGameServer(entries, 1)).some(Boolean)).toBe(false)
    const elsewhere = [...entries, entry(common, 'allow', 'server', 2)]
    expect(Object.values(permissionsOnGameServer(elsewhere, 1)).some(Boolean)).toBe(false)
  })

  test('5.6 (A11) an explicit deny on one game server binds administrators too', () => {
    const entries = [entry(administration, 'allow'), entry('game-server-stop', 'deny', 'server', 1)]
    expect(decideOnGameServer(entries, 'game-server-stop', 1).allowed).toBe(false)
    expect(decideOnGameServer(entries, 'game-server-stop', 2).allowed).toBe(true)
    expect(decideInSection(entries, 'view', 'node', 3).allowed).toBe(true)
  })
})

/** Both by looking for the scopes that reach the target, instead of walking through the entries. */
const oracle = {
  isHeld(entries: readonly PermissionEntry[], permission: string, target: Target) {
    const held = new Set(entries.map(it => `${it.effect} ${it.permission} ${it.objectType}/${it.objectId}`))
    const reaching =
      target === 'global'
        ? ['/0']
        : ['/0', `${target.objectType}/0`, `${target.objectType}/${target.objectId}`]
    if (reaching.some(scope => held.has(`deny ${permission} ${scope}`))) return 'denied'
    return reaching.some(scope => held.has(`allow ${permission} ${scope}`)) ? 'allowed' : 'unsaid'
  },
  mayOnGameServer(entries: readonly PermissionEntry[], permission: string, gameServerId: number) {
    const target = { objectType: 'server', objectId: gameServerId } as const
    const isAdministrating = oracle.isHeld(entries, administration, 'global') === 'allowed'
    const needed = [oracle.isHeld(entries, common, target), oracle.isHeld(entries, permission, target)]
    return needed.every(it => it === 'allowed' || (it === 'unsaid' && isAdministrating))
  },
}

const anyEntry: fc.Arbitrary<PermissionEntry> = fc
  .record({
    permission: fc.constantFrom<PermissionEntry['permission']>(common, start, administration, 'view'),
    effect: fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const),
    objectType: fc.constantFrom<PermissionEntry['objectType']>('', 'server', 'server', 'node', 'template'),
    objectId: fc.integer({ min: 0, max: 3 }),
  })
  .map(it => (it.objectType === '' ? { ...it, objectId: 0 } : it))

const anySet = fc.array(anyEntry, { maxLength: 8 })
const shuffled = (entries: PermissionEntry[]) =>
  fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length })
const setAndItsShuffle = anySet.chain(entries => fc.tuple(fc.constant(entries), shuffled(entries)))
const anyTarget: fc.Arbitrary<Target> = fc.oneof(
  fc.constant<Target>('global'),
  fc.record({
    objectType: fc.constantFrom('server' as const, 'node' as const),
    objectId: fc.integer({ min: 1, max: 4 }),
  }),
)

describe('T-042 (C168) random sets of entries', () => {
  const runs = propertyRuns(10_000)

  test('5.6 a matching deny: no; else a matching allow: yes; else no; whatever the order', () => {
    const met = { denied: 0, allowed: 0, unsaid: 0 }
    fc.assert(
      fc.property(setAndItsShuffle, anyTarget, ([entries, reordered], target) => {
        const expected = oracle.isHeld(entries, start, target)
        met[expected] += 1
        for (const order of [entries, reordered]) {
          const { allowed, reason, decidedBy } = decide(order, start, target)
          expect(allowed).toBe(expected === 'allowed')
          expect(reason).toBe(expected === 'unsaid' ? 'no_entry' : 'entry')
          if (expected === 'unsaid') expect(decidedBy).toBeNull()
          else expect(decidedBy?.effect).toBe(expected === 'allowed' ? 'allow' : 'deny')
          expect(decidedBy === null || isMatching(decidedBy, target)).toBe(true)
        }
      }),
      runs,
    )
    // Random sets that hardly ever decide anything would prove nothing.
    for (const [outcome, count] of Object.entries(met))
      expect(count, outcome).toBeGreaterThan(runs.numRuns / 40)
  })

  test('5.6 on game servers, with administrators and basic privileges', () => {
    let allowedCount = 0
    fc.assert(
      fc.property(setAndItsShuffle, fc.integer({ min: 1, max: 4 }), ([entries, reordered], id) => {
        const expected = oracle.mayOnGameServer(entries, start, id)
        if (expected) allowedCount += 1
        for (const order of [entries, reordered]) {
          expect(decideOnGameServer(order, start, id).allowed).toBe(expected)
          expect(permissionsOnGameServer(order, id)[start]).toBe(expected)
        }
      }),
      runs,
    )
    expect(allowedCount).toBeGreaterThan(runs.numRuns / 40)
  })

  test('5.6 lists agree with the decision for every server', () => {
    fc.assert(
      fc.property(setAndItsShuffle, fc.integer({ min: 1, max: 4 }), ([entries, reordered], id) => {
        const isSeen = oracle.mayOnGameServer(entries, common, id)
        const isStarted = oracle.mayOnGameServer(entries, start, id)
        for (const order of [entries, reordered]) {
          expect(isVisible(visibleGameServers(order), id)).toBe(isSeen)
          expect(isVisible(gameServersWith(order, start), id)).toBe(isStarted)
        }
      }),
      runs,
    )
  })

  test('2.2 a list of a section shows exactly what may be viewed, all of it or single objects', () => {
    const met = { all: 0, some: 0, none: 0 }
    fc.assert(
      fc.property(setAndItsShuffle, fc.integer({ min: 1, max: 4 }), ([entries, reordered], id) => {
        const isViewed = decideInSection(entries, 'view', 'node', id).allowed
        for (const order of [entries, reordered]) {
          const visible = visibleObjects(order, 'node')
          met[visible.all ? 'all' : isNothingVisible(visible) ? 'none' : 'some'] += 1
          expect(isVisible(visible, id)).toBe(isViewed)
        }
      }),
      runs,
    )
    for (const [outcome, count] of Object.entries(met))
      expect(count, outcome).toBeGreaterThan(runs.numRuns / 40)
  })
})

describe('5.6 every reason is given', () => {
  const admin = entry(administration, 'allow')
  const basic = entry(common, 'allow', 'server', 1)
  const startHere = entry(start, 'allow', 'server', 1)
  const noStart = entry(start, 'deny', 'server', 1)
  const noBasic = entry(common, 'deny', 'server', 1)
  const owned = ownerEntries(1)
  const isStart = ({ permission }: PermissionEntry) => permission === start
  test.each([
    ['an entry allows', [basic, startHere], { allowed: true, reason: 'entry', decidedBy: startHere }],
    ['an entry denies', [basic, noStart], { allowed: false, reason: 'entry', decidedBy: noStart }],
    ['no entry', [basic], { allowed: false, reason: 'no_entry', decidedBy: null }],
    ['the owner', owned, { allowed: true, reason: 'owner', decidedBy: owned.find(isStart) }],
    [
      'an entry of the owner',
      [startHere, ...owned],
      { allowed: true, reason: 'entry', decidedBy: startHere },
    ],
    ['a denied owner', [noStart, ...owned], { allowed: false, reason: 'entry', decidedBy: noStart }],
    ['an administrator', [admin], { allowed: true, reason: 'administrator', decidedBy: admin }],
    ['a denied administrator', [admin, noStart], { allowed: false, reason: 'entry', decidedBy: noStart }],
    ['no basic privileges', [startHere], { allowed: false, reason: 'basic_privileges', decidedBy: null }],
    [
      'denied basic privileges',
      [admin, startHere, noBasic],
      { allowed: false, reason: 'basic_privileges', decidedBy: noBasic },
    ],
  ])('%s', (_, entries, decision) => {
    expect(decideOnGameServer(entries, start, 1)).toEqual(decision)
  })
})

describe('the owner of a game server', () => {
  const denied = (objectType: PermissionEntry['objectType'], objectId = 0) =>
    entry(common, 'deny', objectType, objectId)
  test.each([
    ['owns it', ownerEntries(1), true],
    ['owns another', ownerEntries(2), false],
    ['is allowed all 14 by entries', ownerEntries(1).map(it => ({ ...it, isOwnership: undefined })), false],
    ['is an administrator', [entry(administration, 'allow')], false],
    ['is denied the basic privileges there', [denied('server', 1), ...ownerEntries(1)], false],
    ['is denied them on all servers', [denied('server'), ...ownerEntries(1)], false],
    ['is denied them everywhere', [denied(''), ...ownerEntries(1)], false],
    ['is denied them on another', [denied('server', 2), ...ownerEntries(1)], true],
  ])('who %s manages it: %#', (_, entries, isManaging) => {
    expect(isManagingOwner(entries, 1)).toBe(isManaging)
  })

  test('5.6 ownership is worth the 14 entries that allow, whatever else somebody holds', () => {
    fc.assert(
      fc.property(anySet, fc.integer({ min: 1, max: 4 }), (entries, id) => {
        const allowed = gameServerPermissionNames.map(name => entry(name, 'allow', 'server', 2))
        const [owning, granted] = [
          [...entries, ...ownerEntries(2)],
          [...entries, ...allowed],
        ]
        expect(permissionsOnGameServer(owning, id)).toEqual(permissionsOnGameServer(granted, id))
        expect(visibleGameServers(owning)).toEqual(visibleGameServers(granted))
        expect(isAdministrator(owning)).toBe(isAdministrator(entries))
      }),
      propertyRuns(2_000),
    )
  })
})
