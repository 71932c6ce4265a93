import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../test-services/proof-size.ts'
import { decide, ownerEntries, type PermissionEntry } from '../access/logic/decide.ts'
import { newGrants } from './sharing-rules.ts'

const [common, start, files] = ['game-server-common', 'game-server-start', 'game-server-files'] as const
const here = { objectType: 'server', objectId: 1 } as const
const entry = (
  permission: PermissionEntry['permission'],
  effect: PermissionEntry['effect'],
  objectType: PermissionEntry['objectType'] = 'server',
  objectId = objectType === 'server' ? 1 : 0,
): PermissionEntry => ({ permission, effect, objectType, objectId })

const owner = ownerEntries(1)
const sharing = { gameServerId: 1, sharer: owner, person: [], present: [], wanted: [common, start] }

describe('what may be granted on a game server', () => {
  test('what is not there yet', () => {
    expect(newGrants(sharing)).toEqual({ granted: [common, start] })
    expect(newGrants({ ...sharing, present: [common] })).toEqual({ granted: [start] })
  })

  test.each([
    ['is denied it there', [entry(start, 'deny'), ...owner], start],
    ['is denied it everywhere', [entry(start, 'deny', ''), ...owner], start],
    ['is denied the basic privileges', [entry(common, 'deny'), ...owner], `${common}, ${start}`],
    ['owns another one', ownerEntries(2), `${common}, ${start}`],
  ])('nothing that the owner does not hold: who %s', (_, sharer, missing) => {
    expect(newGrants({ ...sharing, sharer })).toEqual({
      problem: `you do not hold ${missing} on this server yourself`,
    })
  })

  test('what is there stays, held by the owner or not', () => {
    const sharer = [entry(files, 'deny'), ...owner]
    expect(newGrants({ ...sharing, sharer, present: [files], wanted: [common, files] })).toEqual({
      granted: [common],
    })
  })

  test.each([
    ['there', entry(start, 'deny')],
    ['on all servers', entry(start, 'deny', 'server', 0)],
    ['everywhere', entry(start, 'deny', '')],
  ])('nothing that the person is denied %s', (_, deny) => {
    for (const sharer of [owner, 'administrator'] as const) {
      const refused = newGrants({ ...sharing, sharer, person: [deny] })
      expect(refused).toMatchObject({ problem: expect.stringContaining(start) })
    }
    expect(newGrants({ ...sharing, person: [entry(start, 'deny', 'server', 2)] })).toEqual({
      granted: [common, start],
    })
  })

  test('an administrator shares what is denied to no one', () => {
    expect(newGrants({ ...sharing, sharer: 'administrator' })).toEqual({ granted: [common, start] })
  })

  test('5.6 nobody ever hands out what they do not hold', () => {
    const anyEntry = fc.record({
      permission: fc.constantFrom<PermissionEntry['permission']>(common, start, files),
      effect: fc.constantFrom('allow' as const, 'deny' as const),
      objectType: fc.constantFrom<PermissionEntry['objectType']>('', 'server'),
      objectId: fc.constant(0),
    })
    const anySet = fc.array(anyEntry, { maxLength: 5 })
    const anyNames = fc.subarray([...gameServerPermissionNames])
    let grants = 0
    fc.assert(
      fc.property(anySet, anySet, anyNames, anyNames, (held, person, present, wanted) => {
        const sharer = [...held, ...owner]
        const result = newGrants({ gameServerId: 1, sharer, person, present, wanted })
        if ('problem' in result) return
        grants += result.granted.length
        expect(wanted.filter(name => !present.includes(name))).toEqual(result.granted)
        for (const name of result.granted) {
          for (const needed of [common, name]) expect(decide(sharer, needed, here).allowed).toBe(true)
          expect(decide([...person, entry(name, 'allow')], name, here).allowed).toBe(true)
        }
      }),
      propertyRuns(2_000),
    )
    expect(grants).toBeGreaterThan(100)
  })
})
