// Who can be spoken to.

import { expect, test } from 'vitest'
import { reachOf } from './game-reach-rules.ts'

test.each([
  ['running', true, 'up'],
  ['starting', true, 'up'],
  ['paused', true, 'paused'],
  ['stopped', true, 'resting'],
  ['crashed', true, 'resting'],
  ['installing', true, 'resting'],
  ['running', false, 'away'],
] as const)(
  'a game that is %s on a node that is online: %s can be reached: %s',
  (state, node_online, reach) => {
    expect(reachOf({ state, node_online })).toBe(reach)
  },
)
