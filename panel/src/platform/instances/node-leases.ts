// Which instance a node's Control connection ends at, written in the shared cache: rule L5 over all instances.
//
// A lease expires when its instance dies. Whoever takes one over gets a higher fence, so that of two that believe to
// speak for a node everybody can tell who is right. While the cache is away a connection is admitted without a lease; what was
// given then is written down, and settled, when it is back.

import { parseJson, UnreadableJson } from '@rookery/primitives/parse-json.ts'
import * as z from 'zod'
import { type Cache, CacheUnavailableError } from '../cache/cache.ts'
import type { LinkSharing } from '../daemon-link/link-sharing.ts'
import type { Log } from '../log.ts'

type Claim = Parameters<LinkSharing['claim']>[0]

const lease = z.object({
  instanceId: z.string(),
  daemonInstanceId: z.string(),
  certificateSerial: z.string(),
  fence: z.int(),
})
export type Lease = z.output<typeof lease>

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
  const own = new Map<number, { text: string; fence: number }>()
  const keyOf = (nodeId: number) => `node-${nodeId}`

  async function read(nodeId: number): Promise<{ text: string | null; lease: Lease | null }> {
    const text = await cache.get(keyOf(nodeId))
    return { text, lease: text === null ? null : readLease(nodeId, text) }
  }

  /** One that cannot be read gives way to the next claim, as one that has expired does: no node is locked out by it. */
  function readLease(nodeId: number, text: string): Lease | null {
    try {
      return parseJson(lease, text, `the lease of node ${nodeId} in the cache`)
    } catch (error) {
      if (!(error instanceof UnreadableJson)) throw error
      log.warn({ err: error, node_id: nodeId }, 'a lease in the cache is of another version, or damaged')
      return null
    }
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
      const next = leaseOf(connection, fence)
      if (!(await cache.compareAndSet(keyOf(nodeId), text, next, lifeMs))) continue
      own.set(nodeId, { text: next, fence })
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
        own.set(connection.nodeId, { text: leaseOf(connection, fence), fence })
        return { fence }
      }
    },

    async serialOf(nodeId: number): Promise<string | null> {
      return (await read(nodeId)).lease?.certificateSerial ?? null
    },

    giveUp(nodeId: number, fence: number): void {
      const held = own.get(nodeId)
      if (held?.fence !== fence) return
      own.delete(nodeId)
      // Else it expires by itself.
      cache.compareAndSet(keyOf(nodeId), held.text, null, lifeMs).catch(() => {})
    },

    /** Extends what is held, and writes down again what the cache has lost; gives the nodes that others have taken. */
    async renew(): Promise<{ nodeId: number; fence: number }[]> {
      const outcomes = await Promise.all([...own].map(([nodeId, held]) => renewOne(nodeId, held)))
      return outcomes.filter(outcome => outcome !== null)
    },
  }

  async function renewOne(
    nodeId: number,
    held: { text: string; fence: number },
  ): Promise<{ nodeId: number; fence: number } | null> {
    const { text } = held
    const key = keyOf(nodeId)
    if (await cache.compareAndSet(key, text, text, lifeMs)) return null
    const found = await read(nodeId)
    if (own.get(nodeId) !== held) return null
    if (found.lease && found.lease.fence > held.fence) return { nodeId, fence: found.lease.fence }
    await cache.compareAndSet(key, found.text, text, lifeMs)
    return null
  }
}
