// The one sentence below the terminal: why there is none, or that it is on its way.

import type { RunState } from '@rookery/contracts/run-states.ts'
import type { LineState } from '../../../platform/logic/reconnect.ts'

export type AttachMessage =
  | 'connecting'
  | 'reconnecting'
  | 'forbidden'
  | 'gone'
  | 'away'
  | 'notRunning'
  | 'detached'
  | null

const hasProcess = (state: RunState) =>
  state === 'running' || state === 'starting' || state === 'stopping' || state === 'paused'

export const canAttach = (state: RunState, isNodeOnline: boolean): boolean =>
  isNodeOnline && hasProcess(state)

export interface AttachSituation {
  line: LineState
  state: RunState
  isNodeOnline: boolean
  isDetached: boolean
  isAttached: boolean
}

export function attachMessage(situation: AttachSituation): AttachMessage {
  const { line, state, isNodeOnline, isDetached, isAttached } = situation
  if (line === 'forbidden' || line === 'gone') return line
  if (!isNodeOnline) return 'away'
  if (!hasProcess(state)) return 'notRunning'
  if (isDetached) return 'detached'
  if (line === 'reconnecting') return 'reconnecting'
  return isAttached ? null : 'connecting'
}
