// What an administrator says of where new game servers may go, as columns of a node.

import {
  defaultNodePlacement,
  type NodeCapacity,
  nodeCapacity,
  nodeTags,
  placementStates,
} from '@rookery/contracts/node-placement.ts'
import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'

export type StoredPlacement = typeof defaultNodePlacement

export interface PlacementChange {
  placement?: StoredPlacement['placement'] | undefined
  location?: string | null | undefined
  tags?: string[] | undefined
  capacity?: CapacityChange | undefined
}

type Given<Part> = { [Name in keyof Part]?: Part[Name] | undefined }
type CapacityChange = { [Part in keyof NodeCapacity]?: Given<NodeCapacity[Part]> | undefined }

type PlacementRow = Pick<Selectable<Schema['nodes']>, 'id' | 'placement' | 'location' | 'tags' | 'capacity'>

export function placementOf({ id, placement, location, tags, capacity }: PlacementRow): StoredPlacement {
  return {
    placement: placementStates.find(known => known === placement) ?? defaultNodePlacement.placement,
    location,
    tags: tags === null ? [] : parseJson(nodeTags, tags, `the tags of node ${id}`),
    capacity:
      capacity === null
        ? defaultNodePlacement.capacity
        : parseJson(nodeCapacity, capacity, `the capacity of node ${id}`),
  }
}

export function placementColumns(
  { placement, location, tags, capacity }: PlacementChange,
  present: NodeCapacity,
): Updateable<Schema['nodes']> {
  return {
    ...(placement && { placement: placement === 'open' ? null : placement }),
    ...(location !== undefined && { location }),
    ...(tags && { tags: JSON.stringify(tags) }),
    ...(capacity && { capacity: JSON.stringify(changedCapacity(present, capacity)) }),
  }
}

export function changedCapacity(present: NodeCapacity, change: CapacityChange): NodeCapacity {
  return {
    reserve: withGiven(present.reserve, change.reserve),
    overcommit_percent: withGiven(present.overcommit_percent, change.overcommit_percent),
  }
}

function withGiven<Part extends object>(present: Part, given: Given<Part> = {}): Part {
  const named = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...present, ...Object.fromEntries(named) }
}
