// What a plugin asks for, against what it was granted and what it asked for before.

import type { Plugin } from '@rookery/contracts/http/plugins.ts'
import type { PluginPermission } from '@rookery/contracts/plugin/permissions.ts'

const asked = ({ manifest }: Pick<Plugin, 'manifest'>) => manifest.permissions.map(one => one.permission)

export const missingGrants = (plugin: Pick<Plugin, 'manifest' | 'granted'>): PluginPermission[] =>
  asked(plugin).filter(name => !plugin.granted.includes(name))

/** What the newer version asks for and the older one did not. */
export const newlyAsked = (
  before: Pick<Plugin, 'manifest'>,
  after: Pick<Plugin, 'manifest'>,
): PluginPermission[] => asked(after).filter(name => !asked(before).includes(name))

/** The grants after one was given or taken back, in the order of the manifest. */
export const withGrant = (
  plugin: Pick<Plugin, 'manifest' | 'granted'>,
  name: PluginPermission,
  isGranted: boolean,
): PluginPermission[] =>
  asked(plugin).filter(each => (each === name ? isGranted : plugin.granted.includes(each)))
