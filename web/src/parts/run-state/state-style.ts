// The tone and icon of every run state.

import type { RunState } from '@rookery/contracts/run-states.ts'
import {
  IconAlertTriangleFilled,
  IconChevronsDown,
  IconChevronsUp,
  IconCircleDashed,
  IconCircleXFilled,
  IconDownload,
  IconLock,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react'
import type { StatusStyle } from '../../ui/tone/tone.ts'

const styles: Record<RunState, StatusStyle> = {
  not_installed: { tone: 'resting', Icon: IconCircleDashed },
  installing: { tone: 'building', Icon: IconDownload, isMoving: true },
  install_failed: { tone: 'trouble', Icon: IconCircleXFilled },
  stopped: { tone: 'resting', Icon: IconPlayerStopFilled },
  starting: { tone: 'moving', Icon: IconChevronsUp, isMoving: true },
  running: { tone: 'running', Icon: IconPlayerPlayFilled },
  paused: { tone: 'paused', Icon: IconPlayerPauseFilled },
  stopping: { tone: 'moving', Icon: IconChevronsDown, isMoving: true },
  updating: { tone: 'building', Icon: IconRefresh, isMoving: true },
  crashed: { tone: 'trouble', Icon: IconAlertTriangleFilled },
}

/** Of a node that is offline and of every server on it, of which nothing is known. */
export const awayStyle: StatusStyle = { tone: 'away', Icon: IconPlugConnectedX }

/** Where an offline node is told as something to look after. */
export const offlineNodeStyle: StatusStyle = { tone: 'trouble', Icon: IconPlugConnectedX }

/** What is suspended is told then; what still runs is told first. */
export const isAtRest = (state: RunState): boolean => state === 'stopped' || state === 'crashed'

/** Of what an administrator has suspended. */
export const suspendedStyle: StatusStyle = { tone: 'warning', Icon: IconLock }

export const stateStyle = (state: RunState, isNodeOnline: boolean): StatusStyle =>
  isNodeOnline ? styles[state] : awayStyle
