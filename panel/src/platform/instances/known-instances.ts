// Which other instances of the panel there are and which nodes each holds, as far as this one has heard.
//
// An instance that falls silent while this one still hears itself has died. While it hears not even itself the cache is
// away, and nobody is checked. The nodes of an instance that has died or is leaving are on the move for a while: they
// count as online, because they are about to connect to somebody else.

import type { NodeConnection } from '../daemon-link/link-sharing.ts'
import type { Broadcast } from './logic/instance-messages.ts'

export interface KnownInstancesTimes {
  silenceMs: number
  movingMs: number
}

export interface NodeOwner extends NodeConnection {
  instanceId: string
  address: string
}

/** What a message or the time has changed for one node. */
export interface OwnerChange {
  nodeId: number
  /** `lost`: its instance has ended and nobody else has it: no instance has written down that it left. */
  what: 'here' | 'left' | 'lost'
}

interface Instance {
  address: string
  version: number
  heardAtMs: number
  connections: Map<number, NodeConnection>
}

/** Of an instance that has not yet said `here`, as far as is known: its next beat shows that something was missed. */
const unknownVersion = -1

type Here = Extract<Broadcast, { kind: 'here' }>
export type KnownInstances = ReturnType<typeof createKnownInstances>

/** `now` never goes back. */
export function createKnownInstances(times: KnownInstancesTimes, now: () => number) {
  const instances = new Map<string, Instance>()
  /** Until when each is waited for. */
  const moving = new Map<number, number>()
  let heardSelfAtMs = now()

  function ownerOf(nodeId: number): NodeOwner | null {
    let owner: NodeOwner | null = null
    for (const [instanceId, { address, connections }] of instances) {
      const connection = connections.get(nodeId)
      if (connection && connection.fence > (owner?.fence ?? 0)) owner = { ...connection, instanceId, address }
    }
    return owner
  }

  function hearHere({ from, address, version, connections }: Here): OwnerChange[] {
    const before = instances.get(from)
    const changes: OwnerChange[] = []
    const fresh = new Map(connections.map(connection => [connection.nodeId, connection]))
    instances.set(from, { address, version, heardAtMs: now(), connections: fresh })
    for (const { nodeId, fence } of connections) {
      if (before?.connections.get(nodeId)?.fence === fence) continue
      moving.delete(nodeId)
      changes.push({ nodeId, what: 'here' })
    }
    for (const nodeId of before?.connections.keys() ?? []) {
      if (!fresh.has(nodeId) && !isOnline(nodeId)) changes.push({ nodeId, what: 'left' })
    }
    return changes
  }

  const isOnline = (nodeId: number): boolean => moving.has(nodeId) || ownerOf(nodeId) !== null

  function expect(nodeId: number): void {
    moving.set(nodeId, now() + times.movingMs)
  }

  /** It has ended, or is about to. */
  function leave(instanceId: string): void {
    const connections = [...(instances.get(instanceId)?.connections.keys() ?? [])]
    instances.delete(instanceId)
    for (const nodeId of connections) if (!ownerOf(nodeId)) expect(nodeId)
  }

  return {
    ownerOf,
    isOnline,
    hearHere,
    expect,
    leave,
    addressOf: (instanceId: string) => instances.get(instanceId)?.address ?? null,
    instanceCount: () => instances.size,
    isMoving: (nodeId: number) => moving.has(nodeId),
    nodeIds: () => [
      ...new Set([
        ...moving.keys(),
        ...[...instances.values()].flatMap(({ connections }) => [...connections.keys()]),
      ]),
    ],
    hearSelf: () => {
      heardSelfAtMs = now()
    },
    /** False when what it said last is not known here. */
    hearBeat(instanceId: string, version: number): boolean {
      const known = instances.get(instanceId)
      if (known) known.heardAtMs = now()
      return known?.version === version
    },
    /** It wants something, so it is there, also when it was taken for dead: a frozen one that has come back. */
    hearOrder(instanceId: string, address: string): void {
      const known = instances.get(instanceId)
      if (known) known.heardAtMs = now()
      else
        instances.set(instanceId, {
          address,
          version: unknownVersion,
          heardAtMs: now(),
          connections: new Map(),
        })
    },
    /** How long it has said nothing while this one heard itself; 0 for one that was never heard. */
    silentMs: (instanceId: string) =>
      Math.max(0, heardSelfAtMs - (instances.get(instanceId)?.heardAtMs ?? heardSelfAtMs)),
    /** It does not answer any more, and this instance takes the node: who wants the node waits for that. */
    takeFrom(instanceId: string, nodeId: number): void {
      if (instances.get(instanceId)?.connections.delete(nodeId)) expect(nodeId)
    },
    /** Whether this instance hears at all. */
    hears: () => now() - heardSelfAtMs < times.silenceMs,
    /** It has connected to this instance. */
    arrivedHere: (nodeId: number) => void moving.delete(nodeId),
    /** What has become of those that were not heard of. */
    findChanges(isHere: (nodeId: number) => boolean): OwnerChange[] {
      for (const [id, { heardAtMs }] of instances) if (heardSelfAtMs - heardAtMs > times.silenceMs) leave(id)
      const overdue = [...moving].filter(([, untilMs]) => untilMs <= now()).map(([nodeId]) => nodeId)
      for (const nodeId of overdue) moving.delete(nodeId)
      const lost = overdue.filter(nodeId => !isOnline(nodeId) && !isHere(nodeId))
      return lost.map(nodeId => ({ nodeId, what: 'lost' }))
    },
  }
}
