// How the state of a node looks and reads.

import type { Node } from '@rookery/contracts/http/nodes.ts'
import { IconCircleCheckFilled, IconClock, IconPlayerPauseFilled } from '@tabler/icons-react'
import { awayStyle } from '../../parts/run-state/state-style.ts'
import type { StatusStyle } from '../../ui/tone/tone.ts'

export type NodeState = 'online' | 'away' | 'waiting' | 'disabled'

export function nodeState(node: Pick<Node, 'enabled' | 'enrolled' | 'online'>): NodeState {
  if (node.online) return 'online'
  if (!node.enrolled) return 'waiting'
  return node.enabled ? 'away' : 'disabled'
}

export const nodeStyles: Record<NodeState, StatusStyle> = {
  online: { tone: 'running', Icon: IconCircleCheckFilled },
  away: awayStyle,
  waiting: { tone: 'moving', Icon: IconClock, isMoving: true },
  disabled: { tone: 'resting', Icon: IconPlayerPauseFilled },
}
