// Tests of the groups of abilities and of their words.

import { type TokenAbility, tokenAbilities } from '@rookery/contracts/token-abilities.ts'
import { expect, test } from 'vitest'
import { languageCodes } from '../../../texts/languages.ts'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { abilityGroups, abilityTitle, offeredGroups } from './ability-groups.ts'

const all = Object.keys(tokenAbilities) as TokenAbility[]

test('5.2 every ability can be chosen, and once only', () => {
  const chosen = abilityGroups.flatMap<TokenAbility>(({ abilities }) => abilities)
  expect([...chosen].sort()).toEqual([...all].sort())
})

test.each(languageCodes)('5.2 abilities have titles that differ, in %s', async language => {
  const t = await textsForTests(language)
  const titles = all.map(ability => abilityTitle(t, ability))
  expect(new Set(titles)).toHaveLength(all.length)
  expect(titles.filter(title => title === '' || title.includes('.'))).toEqual([])
})

test('5.2 what is a permission too is called like the permission', async () => {
  const t = await textsForTests('en')
  expect(abilityTitle(t, 'server:tasks-manage')).toBe(t('permissionTitles.game-server-tasks'))
  expect(abilityTitle(t, 'server:rcon-players')).toBe(t('permissionTitles.game-server-rcon-players'))
})

test('5.2.6 who may not give admin abilities is not offered them', () => {
  const offered = offeredGroups(all.filter(ability => !ability.startsWith('admin:')))
  expect(offered.map(({ group }) => group)).toEqual(['servers', 'live', 'manage'])
  expect(offered.flatMap(({ abilities }) => abilities)).toHaveLength(10)
})
