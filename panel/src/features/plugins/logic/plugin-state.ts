// When a plugin may run, and what must be true of its grants and settings.

import type { PluginManifest, PluginSetting } from '@rookery/contracts/plugin/manifest.ts'
import type { PluginPermission } from '@rookery/contracts/plugin/permissions.ts'

/** Everything that it asks for and was not granted. */
export function missingGrants(
  manifest: Pick<PluginManifest, 'permissions'>,
  granted: readonly PluginPermission[],
): PluginPermission[] {
  return manifest.permissions.map(one => one.permission).filter(name => !granted.includes(name))
}

/** Never more than it asks for: an update that asks for less leaves nothing behind. */
export function grantsWithin(
  manifest: Pick<PluginManifest, 'permissions'>,
  granted: readonly PluginPermission[],
): PluginPermission[] {
  return manifest.permissions.map(one => one.permission).filter(name => granted.includes(name))
}

/**
 * What stays granted when a package takes the place of another: other code is other code, so only an administrator
 * hands it what the code before was trusted with.
 */
export function grantsAfterUpdate(
  before: { granted: readonly PluginPermission[]; packageHash: string },
  after: { manifest: Pick<PluginManifest, 'permissions'>; packageHash: string },
  isByAdministrator: boolean,
): PluginPermission[] {
  const isSame = before.packageHash === after.packageHash
  return isSame || isByAdministrator ? grantsWithin(after.manifest, before.granted) : []
}

/** Whether a list of grants says something else than what is granted. */
export function changesGrants(
  granted: readonly PluginPermission[],
  wanted: readonly PluginPermission[],
): boolean {
  return wanted.some(name => !granted.includes(name)) || granted.some(name => !wanted.includes(name))
}

/** The value of a setting: what was entered, or what the author gave. */
export function settingValue(setting: PluginSetting, entered: Record<string, string | null>): string {
  return entered[setting.name] ?? setting.default
}

/** `field → words` for everything that cannot be; empty when all is fine. */
export function settingProblems(
  manifest: Pick<PluginManifest, 'settings'>,
  values: Record<string, string | null>,
): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  for (const name of Object.keys(values)) {
    if (!manifest.settings.some(setting => setting.name === name)) {
      problems[`settings.${name}`] = ['is not a setting of this plugin']
    }
  }
  for (const setting of manifest.settings) {
    const problem = problemOf(setting, settingValue(setting, values))
    if (problem) problems[`settings.${setting.name}`] = [problem]
  }
  return problems
}

function problemOf({ kind, choices, required }: PluginSetting, value: string): string | null {
  if (value === '') return required ? 'must not be empty' : null
  switch (kind) {
    case 'url':
      return URL.canParse(value) && /^https?:/i.test(value) ? null : 'must be an address such as https://…'
    case 'number':
      return /^-?\d{1,15}(\.\d{1,10})?$/.test(value) ? null : 'must be a number'
    case 'boolean':
      return value === 'true' || value === 'false' ? null : 'must be true or false'
    case 'choice':
      return choices?.includes(value) ? null : `must be one of ${(choices ?? []).join(', ')}`
    case 'text':
    case 'secret':
      return null
  }
}
