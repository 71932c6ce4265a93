// This instance among the others of the same panel: what it tells them, what they tell it, and what they may order.

import { parseJson } from '@rookery/primitives/parse-json.ts'
import type { OpenCache } from '../cache/cache.ts'
import type { CertificateAuthority } from '../daemon-link/certificate-authority.ts'
import type { LocalDaemonLink } from '../daemon-link/daemon-link.ts'
import type { LinkSharing } from '../daemon-link/link-sharing.ts'
import type { Log } from '../log.ts'
import type { SecretBox } from '../secret-box.ts'
import { createFreezeDetection } from './detect-freeze.ts'
import { createInstanceOrders, InstanceGoneError, sealMessages } from './instance-orders.ts'
import { createKnownInstances, type OwnerChange } from './known-instances.ts'
import { type Broadcast, broadcastShape, type Reply } from './logic/instance-messages.ts'
import { createNodeLeases } from './node-leases.ts'
import { createOutbox } from './outbox.ts'
import { performOrder } from './perform-order.ts'
import { createRelay } from './relay.ts'
import { createSharedDaemonLink, type SharedDeps } from './shared-daemon-link.ts'

export interface InstanceTimes {
  beatMs: number
  /** An instance that says nothing for this long has died. */
  silenceMs: number
  /** How long a node is waited for after its instance has ended. */
  movingMs: number
  leaseMs: number
  /** Who did nothing for longer was frozen. Less than `yieldLimitMs`. */
  frozenMs: number
}

export const usualInstanceTimes: InstanceTimes = {
  beatMs: 2_000,
  silenceMs: 10_000,
  movingMs: 10_000,
  leaseMs: 20_000,
  frozenMs: 3_000,
}

interface InstancesDeps {
  cache: OpenCache
  /** Of a key that all instances have, and nobody else. */
  box: SecretBox
  authority: CertificateAuthority
  instanceId: string
  /** Where the others reach this one, once its port is known. */
  addressOf(grpcPort: number): string
  /** A node that is connected elsewhere has come or gone. */
  presence(nodeId: number, online: boolean): void
  /** A node has not come back after the instance that it was connected to ended. */
  lost(nodeId: number): void
  log: Log
  now(): number
  random(bytes: number): Buffer
  times?: InstanceTimes | undefined
}

const yieldLimitMs = 5_000
/** The same for an instance that was silent for that long already. */
const silentYieldLimitMs = 500
const holdsLimitMs = 3_000
const helloLimitMs = 1_000
/** What begins while an instance leaves is answered before its nodes are sent on. */
const lastAnswersMs = 1_000

export type Instances = ReturnType<typeof createInstances>

export function createInstances(deps: InstancesDeps) {
  const { instanceId, log, now, times = usualInstanceTimes } = deps
  const cache = sealMessages(deps.cache.namespace('instances'), deps.box, log)
  const knownInstances = createKnownInstances(times, () => performance.now())
  const relay = createRelay(deps.authority)
  let local: LocalDaemonLink | undefined
  let address = ''
  let version = 0
  let isLeaving = false
  let isCutOff = false
  let announcement: NodeJS.Timeout | undefined
  let beating: NodeJS.Timeout | undefined

  const orders = createInstanceOrders({
    cache,
    instanceId,
    log,
    address: () => address,
    perform: async (order, from): Promise<Reply> => {
      freezeDetection.notice()
      knownInstances.hearOrder(from.instanceId, from.address)
      return local
        ? performOrder(order, local, knownInstances)
        : { kind: 'offline', message: 'the panel starts' }
    },
  })
  const outbox = createOutbox({
    orders,
    log,
    gone: knownInstances.leave,
    isStillThere: (instance, nodeId, fence) => {
      const owner = knownInstances.ownerOf(nodeId)
      return owner?.instanceId === instance && owner.fence === fence
    },
  })
  const leases = createNodeLeases({
    cache,
    instanceId,
    log,
    now,
    lifeMs: times.leaseMs,
    knownFence: nodeId =>
      Math.max(knownInstances.ownerOf(nodeId)?.fence ?? 0, connectionOf(nodeId)?.fence ?? 0),
    async isHeld(nodeId, { instanceId: holder, fence }) {
      if (holder === instanceId) return connectionOf(nodeId)?.fence === fence
      try {
        const reply = await orders.request(holder, { kind: 'holds', nodeId, fence }, holdsLimitMs)
        return reply.kind === 'done'
      } catch (error) {
        // Only an instance that is gone holds nothing for sure.
        return !(error instanceof InstanceGoneError)
      }
    },
    async takeFrom(nodeId, former, fence) {
      const isSilent = knownInstances.silentMs(former.instanceId) > yieldLimitMs
      if (isSilent) knownInstances.takeFrom(former.instanceId, nodeId)
      const limitMs = isSilent ? silentYieldLimitMs : yieldLimitMs
      await orders.request(former.instanceId, { kind: 'yield', nodeId, fence }, limitMs).catch(error => {
        log.info({ err: error, node_id: nodeId }, 'the former instance of a node does not answer')
        knownInstances.takeFrom(former.instanceId, nodeId)
      })
    },
  })

  const freezeDetection = createFreezeDetection({
    limitMs: times.frozenMs,
    clocks: [() => performance.now(), now],
    takenByOthers: leases.renew,
    release: (nodeId, fence) => void local?.release(nodeId, fence),
    log,
  })

  const connectionOf = (nodeId: number) =>
    local?.connections().find(connection => connection.nodeId === nodeId)

  function broadcast(message: Broadcast): Promise<number> {
    return cache.publish('all', JSON.stringify(message))
  }

  /** A broadcast that is missed is made good by the next beat. */
  function tryBroadcast(message: Broadcast): void {
    broadcast(message).catch(() => {})
  }

  /** Whoever leaves is not counted any more. */
  function broadcastHere(): void {
    if (isLeaving) return
    tryBroadcast({
      kind: 'here',
      from: instanceId,
      address,
      version,
      connections: local?.connections() ?? [],
    })
  }

  function apply(changes: OwnerChange[]): void {
    for (const { nodeId, what } of changes) {
      const mine = connectionOf(nodeId)
      const fence = knownInstances.ownerOf(nodeId)?.fence ?? 0
      if (mine && fence > mine.fence) void local?.release(nodeId, fence)
      else if (mine) continue
      if (what !== 'here') local?.dropTransfers(nodeId, 'the node is not connected')
      if (what === 'lost') deps.lost(nodeId)
      deps.presence(nodeId, what === 'here')
    }
  }

  function hear(payload: string): void {
    freezeDetection.notice()
    const message = parseJson(broadcastShape, payload, 'a message of another instance')
    if (message.from === instanceId) {
      knownInstances.hearSelf()
      return
    }
    switch (message.kind) {
      case 'here':
        apply(knownInstances.hearHere(message))
        break
      case 'beat':
        if (!knownInstances.hearBeat(message.from, message.version))
          tryBroadcast({ kind: 'who', from: instanceId })
        break
      case 'who':
        broadcastHere()
        break
      case 'leaving':
        knownInstances.leave(message.from)
        break
      case 'disconnect':
        local?.disconnect(message.nodeId, message.reason)
    }
  }

  function beat(): void {
    freezeDetection.notice()
    tryBroadcast({ kind: 'beat', from: instanceId, version })
    apply(knownInstances.findChanges(nodeId => connectionOf(nodeId) !== undefined))
    leases.renew().then(
      taken => {
        isCutOff = false
        for (const { nodeId, fence } of taken) void local?.release(nodeId, fence)
      },
      error => {
        if (!isCutOff)
          log.warn({ err: error }, 'leases of nodes cannot be renewed; they are when the cache is back')
        isCutOff = true
      },
    )
  }

  const sharing: LinkSharing = {
    newTransferId: () => `${instanceId}.${deps.random(24).toString('base64url')}`,
    claim: leases.claim,
    giveUp: leases.giveUp,
    isCurrent: freezeDetection.isCurrent,
    connectionsChanged() {
      version += 1
      for (const { nodeId } of local?.connections() ?? []) knownInstances.arrivedHere(nodeId)
      // Many nodes that come at once are told at once.
      announcement ??= setTimeout(() => {
        announcement = undefined
        broadcastHere()
      }, 5)
    },
    async isAdmitted({ nodeId, certificateSerial }) {
      if (knownInstances.ownerOf(nodeId)?.certificateSerial === certificateSerial) return true
      return (await leases.serialOf(nodeId)) === certificateSerial
    },
    disconnectElsewhere: (nodeId, reason) =>
      tryBroadcast({ kind: 'disconnect', from: instanceId, nodeId, reason }),
    passOn(transfer) {
      const waiting = knownInstances.addressOf(transfer.transferId.split('.')[0] ?? '')
      if (waiting !== null) relay.pass(waiting, transfer)
      return waiting !== null
    },
  }

  /** Hears of the others before it goes on, if they answer soon. */
  async function join(grpcPort: number): Promise<void> {
    address = deps.addressOf(grpcPort)
    await orders.open()
    await cache.subscribe('all', hear)
    cache.onGap(() => {
      tryBroadcast({ kind: 'who', from: instanceId })
      broadcastHere()
      beat()
    })
    broadcastHere()
    const others = (await broadcast({ kind: 'who', from: instanceId })) - 1
    beating = setInterval(beat, times.beatMs).unref()
    const until = performance.now() + helloLimitMs
    while (knownInstances.instanceCount() < others && performance.now() < until) {
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    log.info({ instance_id: instanceId, address, others }, 'this instance has joined the others of the panel')
  }

  return {
    sharing,
    /** The link over all instances; `link` has the connections that end here. */
    share(link: LocalDaemonLink) {
      local = link
      const shared: SharedDeps = {
        local: link,
        knownInstances,
        orders,
        outbox,
        instanceId,
        disconnectElsewhere: sharing.disconnectElsewhere,
        join,
        async leave() {
          isLeaving = true
          clearInterval(beating)
          clearTimeout(announcement)
          tryBroadcast({ kind: 'leaving', from: instanceId })
          if (link.connections().length > 0) await new Promise(resolve => setTimeout(resolve, lastAnswersMs))
        },
        async left() {
          freezeDetection.close()
          outbox.close()
          relay.close()
          await orders.close().catch(() => {})
        },
      }
      return createSharedDaemonLink(shared)
    },
  }
}
