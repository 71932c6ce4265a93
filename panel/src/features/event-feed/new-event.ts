// An event as a feature hands it over; names of servers, nodes and users are added when it gets its number.

import type { EventData, EventKind } from '@rookery/contracts/event-catalog.ts'

type Named = 'server' | 'node' | 'by'
type Details<Kind extends EventKind> = Omit<EventData<Kind>, Named> & Partial<Pick<EventData<Kind>, never>>

type NewEventOf<Kind extends EventKind> = {
  kind: Kind
  /** Names what happened: the same fact told twice is one event. */
  fact: string
  gameServerId?: number
  nodeId?: number
  /** Who asked for it. */
  userId?: number | null
  /** Where it is gone when the event gets its number. */
  gameServerName?: string
  data: Details<Kind>
}

export type NewEvent = { [Kind in EventKind]: NewEventOf<Kind> }[EventKind]

export interface NumberedEvent {
  /** Of the row. */
  rowId: number
  id: string
  seq: number
  kind: string
  version: number
  gameServerId: number | null
  nodeId: number | null
  atMs: number
  data: Record<string, unknown>
}
