// The sections of the settings page that the permission on settings opens: what each of them saves, and what a search finds.

import { noEdits, type SettingsChange, type SettingsEdits } from './settings-edits.ts'

export const settingsParts = ['game', 'start', 'crash'] as const
export type SettingsPart = (typeof settingsParts)[number]

/** Of all that was changed, what this section saves. */
export function changeOfPart(change: SettingsChange, part: SettingsPart): SettingsChange {
  const { variables, crash_policy, ...start } = change
  if (part === 'start') return start
  if (part === 'crash') return crash_policy === undefined ? {} : { crash_policy }
  return variables === undefined ? {} : { variables }
}

/** The edits of the other sections stay. */
export function withoutPart(edits: SettingsEdits, part: SettingsPart): SettingsEdits {
  const { variables, crash, ...start } = edits
  if (part === 'game') return { ...edits, variables: noEdits.variables }
  if (part === 'start') return { variables, ...(crash && { crash }) }
  return { variables, ...start }
}

/** Every word that is searched for is in one of the texts. */
export function matchesSearch(searchText: string, texts: readonly string[]): boolean {
  const all = texts.join(' ').toLowerCase()
  return searchText
    .toLowerCase()
    .split(/\s+/)
    .every(word => all.includes(word))
}
