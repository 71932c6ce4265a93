// How the state of a node looks and reads.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { IconCircleCheckFilled, IconClock, IconPlayerPauseFilled } from '@tabler/icons-react'
import { awayLook, type StateLook } from '../../parts/run-state/state-style.ts'

export type NodeState = 'online' | 'away' | 'waiting' | 'disabled'

export function nodeState(node: Pick<Node, 'enabled' | 'enrolled' | 'online'>): NodeState {
  if (node.online) return 'online'
  if (!node.enrolled) return 'waiting'
  return node.enabled ? 'away' : 'disabled'
}

export const nodeLooks: Record<NodeState, StateLook> = {
  online: { tone: 'running', Icon: IconCircleCheckFilled },
  away: awayLook,
  waiting: { tone: 'moving', Icon: IconClock, isMoving: true },
  disabled: { tone: 'resting', Icon: IconPlayerPauseFilled },
}
