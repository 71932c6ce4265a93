// How a run state looks: one tone and one icon for each, so that it is never told by colour alone.

import type { RunState } from '@rookery/contracts/run-states.ts'
import {
  IconAlertTriangleFilled,
  IconChevronsDown,
  IconChevronsUp,
  IconCircleDashed,
  IconCircleXFilled,
  IconDownload,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlugConnectedX,
  IconRefresh,
  type TablerIcon,
} from '@tabler/icons-react'

export type Tone = 'running' | 'moving' | 'building' | 'paused' | 'resting' | 'trouble' | 'away' | 'accent'

export interface StateLook {
  tone: Tone
  Icon: TablerIcon
  isMoving?: true
}

const looks: Record<RunState, StateLook> = {
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

export const awayLook: StateLook = { tone: 'away', Icon: IconPlugConnectedX }

export const lookOf = (state: RunState, isNodeOnline: boolean): StateLook =>
  isNodeOnline ? looks[state] : awayLook
