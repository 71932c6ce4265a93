// What instances of one panel say to each other through the shared cache, as JSON.

import type { NodeConnection } from '../../daemon-link/link-sharing.ts'

/** To everybody, the sender too. */
export type Broadcast = { from: string } & (
  | { kind: 'here'; address: string; version: number; connections: NodeConnection[] }
  /** Still there, and `here` of this version still holds. */
  | { kind: 'beat'; version: number }
  /** Everybody says `here`. */
  | { kind: 'who' }
  /** Its nodes are about to connect to others. */
  | { kind: 'leaving' }
  | { kind: 'disconnect'; nodeId: number; reason: string }
)

/** To one instance, which replies. Bodies are protobuf in base64. */
export type Order =
  /** FromPanel for the node, if its connection is still the one that the sender knows. */
  | { kind: 'send'; nodeId: number; fence: number; body: string }
  | { kind: 'call'; nodeId: number; deadlineMs: number; body: string }
  /** The node has connected to the sender: let it go if its connection is older, and store what it said. */
  | { kind: 'yield'; nodeId: number; fence: number }
  /** Whether the connection with this fence stands. */
  | { kind: 'holds'; nodeId: number; fence: number }

export type Reply =
  | { kind: 'done'; body?: string }
  /** The node is not connected there (any more). */
  | { kind: 'offline'; message: string }
  | { kind: 'late'; message: string }
  | { kind: 'failed'; message: string }

/** An order says where its sender is reached: what it asks for may have to be brought there. */
export type Letter = { from: string; id: number } & ({ order: Order; address: string } | { reply: Reply })
