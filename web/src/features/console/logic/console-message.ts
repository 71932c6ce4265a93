// The one sentence above the command line: why nothing comes, or why nothing can be typed.

import type { RunState } from '@rookery/contracts/run-states.ts'
import type { LineState } from '../../../platform/logic/reconnect.ts'

export type ConsoleMessage =
  | 'connecting'
  | 'reconnecting'
  | 'forbidden'
  | 'gone'
  | 'away'
  | 'notInstalled'
  | 'stopped'
  | null

const isTypable = (state: RunState) => state === 'running' || state === 'starting' || state === 'stopping'

export function consoleMessage(line: LineState, state: RunState, isNodeOnline: boolean): ConsoleMessage {
  if (line === 'forbidden' || line === 'gone' || line === 'reconnecting') return line
  if (line === 'connecting') return 'connecting'
  if (!isNodeOnline) return 'away'
  if (state === 'not_installed') return 'notInstalled'
  if (state === 'stopped' || state === 'crashed') return 'stopped'
  return null
}

export const canType = (line: LineState, state: RunState, isNodeOnline: boolean): boolean =>
  line === 'open' && isNodeOnline && isTypable(state)
