// Whether a game server may come to a node: what an administrator has closed stays closed for everybody.

import type { PlacementState } from '@rookery/contracts/node-placement.ts'

/** `new`: it was not on the node. `back`: it was deleted there, and its files are still there. */
export type Arrival = 'new' | 'back'

interface Receiving {
  name: string
  placement: PlacementState
}

/** Null: it may come. */
export function arrivalProblem({ name, placement }: Receiving, arrival: Arrival): string | null {
  if (placement === 'draining') {
    return `the node ${name} is being drained, so nothing comes to it: choose another node, or open this one on its page`
  }
  if (placement === 'closed' && arrival === 'new') {
    return `the node ${name} is closed for new servers: choose another node, or open this one on its page`
  }
  return null
}
