// Tests of what a preset says about itself before and after its boxes were changed.

import { gameServerPermissionNames } from '@rookery/contracts/game-server-permissions.ts'
import { defaultPresets, presetNames } from '@rookery/contracts/permission-presets.ts'
import { beforeAll, expect, test } from 'vitest'
import type { TextOf } from '../../../texts/texts.ts'
import { textsForTests } from '../../../texts/texts-for-tests.ts'
import { presetText } from './preset-text.ts'

let t: TextOf
beforeAll(async () => {
  t = await textsForTests('en')
})

test.each(presetNames)('%s as it is shipped has its own text', name => {
  expect(presetText(t, { name, permissions: [...defaultPresets[name]].reverse() }, 'en')).toBe(
    t(`presets.about.${name}`),
  )
})

test('a preset that was changed lists what it gives, or what it leaves out', () => {
  const viewer = (...more: (typeof gameServerPermissionNames)[number][]) =>
    presetText(t, { name: 'viewer', permissions: [...defaultPresets.viewer, ...more] }, 'en')
  expect(viewer('game-server-start')).toBe('Allows: Start, Read console, Metrics.')
  expect(viewer(...gameServerPermissionNames.filter(each => !defaultPresets.viewer.includes(each)))).toBe(
    t('presets.about.manager'),
  )
  const permissions = gameServerPermissionNames.filter(each => each !== 'game-server-files')
  expect(presetText(t, { name: 'manager', permissions }, 'en')).toBe('Everything except: Files.')
  expect(presetText(t, { name: 'viewer', permissions: ['game-server-common'] }, 'en')).toBe(
    'Allows: See the server.',
  )
})
