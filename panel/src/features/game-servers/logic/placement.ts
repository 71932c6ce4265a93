// What is to become of a game server that a node reports: whether it belongs there, was removed, or is not known.

export interface KnownPlacement {
  nodeId: number
  epoch: number
}

export interface Removal {
  epoch: number
  files: 'keep' | 'delete'
}

/** `keep` and `delete`: it is ended there, and its files stay or go. `unknown`: it goes on, and people decide. */
export type PlacementDecision = 'here' | 'keep' | 'delete' | 'unknown'

/**
 * A database that went back in time knows less than the node. So only a decision that is not older than what the node
 * has ends anything: a removal of that placement or a later one, or a later placement on another node.
 */
export function decidePlacement(
  reported: KnownPlacement,
  known: KnownPlacement | null,
  removal: Removal | null,
): PlacementDecision {
  if (known) {
    if (known.nodeId === reported.nodeId) return 'here'
    return known.epoch > reported.epoch ? 'keep' : 'unknown'
  }
  return removal && removal.epoch >= reported.epoch ? removal.files : 'unknown'
}
