// What a preset gives, in a sentence that stays true when somebody changes its boxes.

import {
  type GameServerPermission,
  gameServerPermissionNames,
} from '@rookery/contracts/game-server-permissions.ts'
import { defaultPresets, type PresetName } from '@rookery/contracts/permission-presets.ts'
import type { TextOf } from '../../../texts/texts.ts'
import { listed } from './entries-text.ts'
import { basic } from './permission-cells.ts'

export interface NamedPreset {
  name: PresetName
  permissions: readonly GameServerPermission[]
}

/** With no more than these missing, what is missing says more than what is there. */
const mostMissing = 3

export const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every(each => other.includes(each))

export function presetText(t: TextOf, { name, permissions }: NamedPreset, language: string): string {
  if (isSameSet(permissions, defaultPresets[name])) return t(`presets.about.${name}`)
  const missing = gameServerPermissionNames.filter(permission => !permissions.includes(permission))
  if (missing.length === 0) return t('presets.about.manager')
  const more = permissions.filter(permission => permission !== basic)
  const given = more.length > 0 ? more : permissions
  return missing.length <= mostMissing
    ? t('presets.allExcept', { list: listed(t, missing, language) ?? '' })
    : t('presets.allows', { list: listed(t, given, language) ?? '' })
}
