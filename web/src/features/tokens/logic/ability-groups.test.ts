// Tests of the groups of abilities and of their words.

import { type TokenAbility, tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import { expect, test } from 'vitest'
import account from '../../../texts/en/account.json'
import { abilityGroups, abilityTexts, offeredGroups } from './ability-groups.ts'

const all = Object.keys(tokenAbilities) as TokenAbility[]

test('5.2 every ability can be chosen, and once only', () => {
  const chosen = abilityGroups.flatMap<TokenAbility>(({ abilities }) => abilities)
  expect([...chosen].sort()).toEqual([...all].sort())
})

test('5.2 an ability is called what the contract calls it', () => {
  for (const ability of all) {
    expect(account.accessTokens.abilities[abilityTexts[ability]].toLowerCase()).toBe(
      tokenAbilities[ability].toLowerCase(),
    )
  }
})

test('5.2.6 who may not give admin abilities is not offered them', () => {
  const offered = offeredGroups(all.filter(ability => !ability.startsWith('admin:')))
  expect(offered.map(({ group }) => group)).toEqual(['servers', 'live', 'manage'])
  expect(offered.flatMap(({ abilities }) => abilities)).toHaveLength(10)
})
