// Decides which Control connection speaks for a node: never two at once (rule L5).

import { status } from '@grpc/grpc-js'

/** As much of a connection as this needs to know. */
export interface ConnectionLike {
  readonly nodeId: number
  readonly instanceId: string
  end(code: status, reason: string): void
}

export interface ControlConnections<Connection extends ConnectionLike> {
  /** A connection waits to be admitted; the reason in words when too many of this node do, or when it is shut out. */
  join(connection: Connection, nowMs: number): string | null
  /** No connection of this node is taken before then. */
  shut(nodeId: number, untilMs: number): void
  /** Makes an admitted connection the one of its node, ending its predecessor, or says in words why not. */
  take(connection: Connection): { previous: Connection | undefined } | { refused: string }
  /** True when the connection was the one of its node: the node is now offline. */
  leave(connection: Connection): boolean
  of(nodeId: number): Connection | undefined
  joining(nodeId: number): Iterable<Connection>
  nodeIds(): number[]
}

const joiningPerNodeLimit = 4

export function createControlConnections<
  Connection extends ConnectionLike,
>(): ControlConnections<Connection> {
  const connections = new Map<number, Connection>()
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
      const previous = connections.get(nodeId)
      // A connection that misses its heartbeats is ended by itself, so the present one lives.
      if (previous && previous.instanceId !== instanceId) {
        return { refused: 'another daemon is connected with the identity of this node: stop one of the two' }
      }
      stopWaiting(connection)
      connections.set(nodeId, connection)
      previous?.end(status.ABORTED, 'the daemon has reconnected')
      return { previous }
    },
    leave(connection) {
      stopWaiting(connection)
      return connections.get(connection.nodeId) === connection && connections.delete(connection.nodeId)
    },
    of: nodeId => connections.get(nodeId),
    joining: nodeId => waiting.get(nodeId) ?? [],
    nodeIds: () => [...connections.keys()],
  }
}
