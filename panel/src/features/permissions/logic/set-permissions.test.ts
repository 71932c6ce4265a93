import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { decideAlone, decideOnGameServer, type PermissionEntry } from '../../access/logic/decide.ts'
import { ownEntryFor, type WantedPermission } from './set-permissions.ts'

const here = 1
const names = ['game-server-common', 'game-server-start', 'game-server-stop'] as const
const onServer = (
  permission: PermissionEntry['permission'],
  effect: 'allow' | 'deny',
  objectId: number,
): PermissionEntry => ({ permission, effect, objectType: 'server', objectId })

/** Entries by another way: of roles, of wider scopes, of other servers. Those of roles may be on this server too. */
const anyElsewhere = fc.array(
  fc
    .record({
      permission: fc.constantFrom<PermissionEntry['permission']>(...names, 'admin roles & permissions'),
      effect: fc.constantFrom('allow' as const, 'allow' as const, 'deny' as const),
      objectType: fc.constantFrom<PermissionEntry['objectType']>('', 'server', 'node'),
      objectId: fc.integer({ min: 0, max: 2 }),
    })
    .map(entry => (entry.objectType === '' ? { ...entry, objectId: 0 } : entry)),
  { maxLength: 8 },
)

function isDeniedElsewhere(elsewhere: readonly PermissionEntry[], permission: string): boolean {
  const reaches = (entry: PermissionEntry) =>
    entry.objectType === '' || (entry.objectType === 'server' && [0, here].includes(entry.objectId))
  return elsewhere.some(it => it.permission === permission && it.effect === 'deny' && reaches(it))
}

/** The entries after all input was applied, one after the other. */
function afterAll(input: readonly WantedPermission[], elsewhere: readonly PermissionEntry[]) {
  const own = input.flatMap(input => {
    const effect = ownEntryFor(input, elsewhere, here)
    return effect === null ? [] : [onServer(input.permission, effect, here)]
  })
  return { own, entries: [...elsewhere, ...own] }
}

describe('5.6.6 own entries on one game server', () => {
  test('the input is applied, unless a deny elsewhere stands in the way', () => {
    const runs = propertyRuns(10_000)
    let blocked = 0
    fc.assert(
      fc.property(
        anyElsewhere,
        fc.subarray([...names]),
        fc.infiniteStream(fc.boolean()),
        (elsewhere, wanted, values) => {
          const input = wanted.map(permission => ({ permission, value: values.next().value === true }))
          const { entries } = afterAll(input, elsewhere)
          const isHeld = (permission: (typeof names)[number]) =>
            decideAlone(entries, permission, here).allowed
          for (const { permission, value } of input) {
            const isBlocked = value && isDeniedElsewhere(elsewhere, permission)
            if (isBlocked) blocked += 1
            expect(isHeld(permission), permission).toBe(value && !isBlocked)
            const effective = decideOnGameServer(entries, permission, here).allowed
            expect(effective, permission).toBe(isHeld(permission) && isHeld('game-server-common'))
          }
        },
      ),
      runs,
    )
    expect(blocked).toBeGreaterThan(runs.numRuns / 40)
  })

  test('no entry is written that is not needed, and other game servers are not touched', () => {
    fc.assert(
      fc.property(anyElsewhere, fc.constantFrom(...names), fc.boolean(), (elsewhere, permission, value) => {
        const { own, entries } = afterAll([{ permission, value }], elsewhere)
        const isHeldWithout = decideAlone(elsewhere, permission, here).allowed
        expect(own.length).toBe(isHeldWithout === value ? 0 : 1)
        const before = decideAlone(elsewhere, permission, 2).allowed
        expect(decideAlone(entries, permission, 2).allowed).toBe(before)
      }),
      propertyRuns(5_000),
    )
  })

  test('what an administrator holds by being one is withdrawn by a deny, and given back without an entry', () => {
    const elsewhere: PermissionEntry[] = [
      { permission: 'admin roles & permissions', effect: 'allow', objectType: '', objectId: 0 },
    ]
    for (const permission of gameServerPermissionNames) {
      expect(ownEntryFor({ permission, value: false }, elsewhere, here)).toBe('deny')
      expect(ownEntryFor({ permission, value: true }, elsewhere, here)).toBeNull()
    }
  })
})
