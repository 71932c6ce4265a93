// Which instance a node's Control connection ends at, written in the shared cache: rule L5 over all instances.
//
// A lease expires when its instance dies. Whoever takes one over gets a higher fence, so that of two that believe to
// speak for a node everybody can tell who is right. While the cache is away a connection is admitted without a lease; what was
// given then is written down, and settled, when it is back.

import { type Cache, CacheUnavailableError } from '../cache/cache.ts'
import type { LinkSharing } from '../daemon-link/link-sharing.ts'
import type { Log } from '../log.ts'

type Claim = Parameters<LinkSharing['claim']>[0]

export interface Lease {
  instanceId: string
  daemonInstanceId: string
  certificateSerial: string
  fence: number
}

interface LeaseDeps {
  cache: Cache
  instanceId: string
  lifeMs: number
  now(): number
  /** The highest fence that this instance has heard of for the node; 0 without. */
  knownFence(nodeId: number): number
  /** Whether that instance still holds what the lease says. */
  isHeld(nodeId: number, lease: Lease): Promise<boolean>
  /** Asks the former holder to let go; resolves when it has, or when it cannot be asked. */
  takeFrom(nodeId: number, former: Lease, fence: number): Promise<void>
  log: Log
}

const taken = 'another daemon is connected with the identity of this node: stop one of the two'
const tries = 5

export function createNodeLeases(deps: LeaseDeps) {
  const { cache, instanceId, lifeMs, log } = deps
  /** As they are written, to be compared. */
  const own = new Map<number, string>()
  const keyOf = (nodeId: number) => `node-${nodeId}`

  async function read(nodeId: number): Promise<{ text: string | null; lease: Lease | null }> {
    const text = await cache.get(keyOf(nodeId))
    return { text, lease: text === null ? null : (JSON.parse(text) as Lease) }
  }

  const nextFence = (nodeId: number, former: Lease | null) =>
    Math.max(deps.now(), deps.knownFence(nodeId) + 1, (former?.fence ?? 0) + 1)

  function leaseOf({ daemonInstanceId, certificateSerial }: Claim, fence: number): string {
    return JSON.stringify({ instanceId, daemonInstanceId, certificateSerial, fence } satisfies Lease)
  }

  async function claimShared(connection: Claim): Promise<{ fence: number } | { refused: string }> {
    const { nodeId } = connection
    for (let left = tries; left > 0; left--) {
      const { text, lease: former } = await read(nodeId)
      const isOther = former !== null && former.daemonInstanceId !== connection.daemonInstanceId
      if (isOther && (await deps.isHeld(nodeId, former))) return { refused: taken }
      const fence = nextFence(nodeId, former)
      const lease = leaseOf(connection, fence)
      if (!(await cache.compareAndSet(keyOf(nodeId), text, lease, lifeMs))) continue
      own.set(nodeId, lease)
      if (former && former.instanceId !== instanceId) await deps.takeFrom(nodeId, former, fence)
      return { fence }
    }
    return { refused: 'the node connects to several instances of the panel at once; it may try again' }
  }

  return {
    async claim(connection: Claim): Promise<{ fence: number } | { refused: string }> {
      try {
        return await claimShared(connection)
      } catch (error) {
        if (!(error instanceof CacheUnavailableError)) throw error
        log.warn({ node_id: connection.nodeId }, 'a node is connected without a lease: the cache is away')
        const fence = nextFence(connection.nodeId, null)
        own.set(connection.nodeId, leaseOf(connection, fence))
        return { fence }
      }
    },

    async serialOf(nodeId: number): Promise<string | null> {
      return (await read(nodeId)).lease?.certificateSerial ?? null
    },

    giveUp(nodeId: number, fence: number): void {
      const text = own.get(nodeId)
      if (text === undefined || (JSON.parse(text) as Lease).fence !== fence) return
      own.delete(nodeId)
      // Else it expires by itself.
      cache.compareAndSet(keyOf(nodeId), text, null, lifeMs).catch(() => {})
    },

    /** Extends what is held, and writes down again what the cache has lost; gives the nodes that others have taken. */
    async renew(): Promise<{ nodeId: number; fence: number }[]> {
      const outcomes = await Promise.all([...own].map(([nodeId, text]) => renewOne(nodeId, text)))
      return outcomes.filter(outcome => outcome !== null)
    },
  }

  async function renewOne(nodeId: number, text: string): Promise<{ nodeId: number; fence: number } | null> {
    const key = keyOf(nodeId)
    if (await cache.compareAndSet(key, text, text, lifeMs)) return null
    const found = await read(nodeId)
    if (own.get(nodeId) !== text) return null
    const mine = JSON.parse(text) as Lease
    if (found.lease && found.lease.fence > mine.fence) return { nodeId, fence: found.lease.fence }
    await cache.compareAndSet(key, found.text, text, lifeMs)
    return null
  }
}
