// Tests of the groups of permissions.

import {
  administratorPermission,
  gameServerPermissionNames,
  generalPermissions,
  type ObjectType,
} from '@rookery/contracts/game-server-permissions.ts'
import { expect, test } from 'vitest'
import { languageCodes } from '../../../texts/languages.ts'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { displayOrder, gameServerGroups, groupsFor } from './permission-groups.ts'

test('5.6 all 14 permissions on game servers are shown, once each, basic privileges first', () => {
  const visible = gameServerGroups.flatMap<string>(({ permissions }) => permissions)
  expect(visible[0]).toBe('game-server-common')
  expect(visible).toHaveLength(14)
  expect([...visible].sort()).toEqual([...gameServerPermissionNames].sort())
})

test.each(languageCodes)('5.6 permissions on game servers have titles that differ, in %s', async language => {
  const t = await textsForTests(language)
  const titles = gameServerPermissionNames.map(name => t(`permissionTitles.${name}`))
  expect(new Set(titles)).toHaveLength(14)
  expect(titles.filter(title => title === '' || title.includes('.'))).toEqual([])
})

test.each(languageCodes)(
  '5.6 sentences about seeing a server name that permission by its title, in %s',
  async language => {
    const t = await textsForTests(language)
    const title = t('permissionTitles.game-server-common')
    const sentences = [
      t('permissions.reasons.basicMissing'),
      t('matrix.pressToUnblock'),
      t('access.stillOutText'),
    ]
    for (const sentence of sentences) expect(sentence).toContain(title)
  },
)

test('5.6.5 the administrator permission can be given everywhere only', () => {
  expect(displayOrder).toContain(administratorPermission)
  expect(displayOrder).toHaveLength(14 + generalPermissions.length + 1)
  for (const type of ['server', 'node', 'template', 'plugin', 'task'] as const) {
    expect(
      groupsFor({ objectType: type, objectId: null }).flatMap(({ permissions }) => permissions),
    ).not.toContain(administratorPermission)
  }
})

test('5.6.4 a scope offers exactly what can take effect there', () => {
  const offered = (objectType: ObjectType, objectId: number | null = null) =>
    groupsFor({ objectType, objectId }).flatMap(({ permissions }) => permissions)
  expect(offered('server', 3)).toEqual(gameServerGroups.flatMap(({ permissions }) => permissions))
  expect(offered('node')).toEqual(['view', 'create', 'edit', 'delete'])
  expect(offered('node', 3)).toEqual(['view', 'edit', 'delete'])
  expect(offered('task')).toEqual(['view', 'edit'])
  expect(offered('user')).toEqual([])
})
