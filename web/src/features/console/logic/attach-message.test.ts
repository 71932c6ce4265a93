// Tests of what the terminal says when there is nothing to type into.

import { expect, test } from 'vitest'
import { type AttachSituation, attachMessage } from './attach-message.ts'

const well: AttachSituation = {
  line: 'open',
  state: 'running',
  isNodeOnline: true,
  isDetached: false,
  isAttached: true,
}

test.each([
  [{}, null],
  [{ isAttached: false }, 'connecting'],
  [{ line: 'reconnecting' }, 'reconnecting'],
  [{ isDetached: true }, 'detached'],
  [{ state: 'stopped', isDetached: true }, 'notRunning'],
  [{ isNodeOnline: false, state: 'stopped' }, 'away'],
  [{ line: 'forbidden', isNodeOnline: false }, 'forbidden'],
] as const)('%o says %s', (change, message) => {
  expect(attachMessage({ ...well, ...change })).toBe(message)
})
