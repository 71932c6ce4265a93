// Refuses a game server that comes to a node which takes none.

import { PanelError } from '../../platform/panel-error.ts'
import { type Arrival, arrivalProblem } from '../nodes/logic/arrivals.ts'
import type { LockedNode } from './game-servers-store.ts'

export function requireArrival(node: LockedNode, arrival: Arrival): void {
  const message = arrivalProblem(node, arrival)
  if (message !== null) throw new PanelError('conflict', { message, fields: { node_id: [message] } })
}
