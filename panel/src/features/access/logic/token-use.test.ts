import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import { type TokenAbility, tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../test-services/proof-size.ts'
import { cutToAbilities, isTokenAllowed } from './token-use.ts'

const abilities = Object.keys(tokenAbilities) as TokenAbility[]
const holding = (held: readonly GameServerPermission[]) =>
  Object.fromEntries(gameServerPermissionNames.map(name => [name, held.includes(name)])) as Record<
    GameServerPermission,
    boolean
  >
const heldIn = (permissions: Record<GameServerPermission, boolean>) =>
  gameServerPermissionNames.filter(name => permissions[name])

/** What each ability lets through of an owner who may do everything (5.2 beside 5.6). */
const carriedBy: Record<TokenAbility, GameServerPermission[]> = {
  'server:list': ['game-server-common'],
  'server:start': ['game-server-start'],
  'server:stop': ['game-server-stop'],
  'server:restart': ['game-server-restart'],
  'server:update': ['game-server-update'],
  'server:console': ['game-server-console-view', 'game-server-console-send'],
  'server:rcon-console': ['game-server-rcon-console'],
  'server:rcon-players': ['game-server-rcon-players'],
  'server:tasks-manage': ['game-server-tasks'],
  'server:settings-manage': ['game-server-settings'],
  'admin:server:create': [],
  'admin:gdaemon-task:read': [],
}

describe('5.2.5 what a personal access token carries', () => {
  test.each(abilities)('%s carries exactly its permissions', ability => {
    expect(heldIn(cutToAbilities(holding(gameServerPermissionNames), [ability]))).toEqual(carriedBy[ability])
  })

  test('never more than the owner, never more than the abilities; a login session carries everything', () => {
    fc.assert(
      fc.property(fc.subarray(gameServerPermissionNames), fc.subarray(abilities), (held, carried) => {
        const owner = holding(held)
        const expected = held.filter(name => carried.some(ability => carriedBy[ability].includes(name)))
        expect(heldIn(cutToAbilities(owner, carried))).toEqual(expected)
        expect(cutToAbilities(owner, 'everything')).toEqual(owner)
      }),
      propertyRuns(1_000),
    )
  })

  test('a route takes its one ability, any token, or none (A13); login sessions always', () => {
    for (const ability of abilities) {
      const others = abilities.filter(name => name !== ability)
      expect(isTokenAllowed(ability, [ability])).toBe(true)
      expect(isTokenAllowed(ability, others)).toBe(false)
      expect(isTokenAllowed('any ability', [ability])).toBe(true)
      expect(isTokenAllowed(ability, 'everything')).toBe(true)
    }
    expect(isTokenAllowed('refused', abilities)).toBe(false)
    expect(isTokenAllowed('refused', 'everything')).toBe(true)
  })
})
