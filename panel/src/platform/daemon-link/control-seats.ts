// Decides which Control connection speaks for a node: never two at once (rule L5).

import { status } from '@grpc/grpc-js'

/** As much of a connection as the seats need to know. */
export interface Seated {
  readonly nodeId: number
  readonly instanceId: string
  end(code: status, reason: string): void
}

export interface ControlSeats<Connection extends Seated> {
  /** A connection waits to be admitted; the reason in words when too many of this node do, or when it is shut out. */
  join(connection: Connection, nowMs: number): string | null
  /** No connection of this node is taken before then. */
  shut(nodeId: number, untilMs: number): void
  /** Gives the seat to an admitted connection, ending its predecessor, or says in words why not. */
  take(connection: Connection): { previous: Connection | undefined } | { refused: string }
  /** True when the connection held the seat: the node is now offline. */
  leave(connection: Connection): boolean
  of(nodeId: number): Connection | undefined
  joining(nodeId: number): Iterable<Connection>
  nodeIds(): number[]
}

const joiningPerNodeLimit = 4

export function createControlSeats<Connection extends Seated>(): ControlSeats<Connection> {
  const seats = new Map<number, Connection>()
  const waiting = new Map<number, Set<Connection>>()
  const shutUntil = new Map<number, number>()

  function stopWaiting(connection: Connection): void {
    const joining = waiting.get(connection.nodeId)
    joining?.delete(connection)
    if (joining?.size === 0) waiting.delete(connection.nodeId)
  }

  return {
    join(connection, nowMs) {
      const { nodeId } = connection
      if ((shutUntil.get(nodeId) ?? 0) > nowMs) return 'the node was cut off a moment ago: wait'
      shutUntil.delete(nodeId)
      const joining = waiting.get(nodeId) ?? new Set()
      if (joining.size >= joiningPerNodeLimit) return 'the node opens too many connections at once'
      waiting.set(nodeId, joining.add(connection))
      return null
    },
    shut: (nodeId, untilMs) => void shutUntil.set(nodeId, untilMs),
    take(connection) {
      const { nodeId, instanceId } = connection
      const previous = seats.get(nodeId)
      // A connection that misses its heartbeats loses the seat by itself, so whoever sits there lives.
      if (previous && previous.instanceId !== instanceId) {
        return { refused: 'another daemon is connected with the identity of this node: stop one of the two' }
      }
      stopWaiting(connection)
      seats.set(nodeId, connection)
      previous?.end(status.ABORTED, 'the daemon has connected anew')
      return { previous }
    },
    leave(connection) {
      stopWaiting(connection)
      return seats.get(connection.nodeId) === connection && seats.delete(connection.nodeId)
    },
    of: nodeId => seats.get(nodeId),
    joining: nodeId => waiting.get(nodeId) ?? [],
    nodeIds: () => [...seats.keys()],
  }
}
