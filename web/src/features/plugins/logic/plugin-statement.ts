// What a row says about the state of a plugin: once, by the switch or by a pill.

import type { Plugin } from '@rookery/contracts/http/plugins.ts'

/** Off and running are what the switch says; everything else is said by a pill, beside a switch without a word. */
export const saysSwitch = ({ state, enabled }: Pick<Plugin, 'state' | 'enabled'>): boolean =>
  enabled ? state === 'running' : state === 'off'
