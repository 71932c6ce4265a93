// Tests of what a row says about the state of a plugin.

import { pluginStates } from '@rookery/contracts/http/plugins.ts'
import { expect, test } from 'vitest'
import { saysSwitch } from './plugin-style.ts'

test('the switch is enough where it says all there is; what waits, starts or failed has a pill', () => {
  const said = (enabled: boolean) => pluginStates.filter(state => saysSwitch({ state, enabled }))
  expect(said(true)).toEqual(['running'])
  expect(said(false)).toEqual(['off'])
})
