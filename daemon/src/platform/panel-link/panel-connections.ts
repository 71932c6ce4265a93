// The two connections of a daemon to its panel, at whichever instance answers first.

import { setTimeout as delay } from 'node:timers/promises'
import { connectivityState } from '@grpc/grpc-js'
import type { NodeLinkClient } from '@rookery/contracts/daemon/generated/link.ts'
import type { NodeIdentity } from './node-identity-files.ts'
import type { PanelTarget } from './panel-addresses.ts'
import { openNodeChannel } from './panel-channel.ts'

/** Rule L1: one connection for Control and what is small, one for everything else, made when it is needed. */
export interface PanelConnections {
  target: PanelTarget
  control: NodeLinkClient
  bulk: NodeLinkClient
  close(): void
}

/** The next target is tried beside the ones before it: a busy instance still wins when it answers late. */
const nextTargetMs = 500
const patienceMs = 5_000

/** Without waiting for an answer. */
export function openConnections(target: PanelTarget, identity: NodeIdentity): PanelConnections {
  const open = () => openNodeChannel(target.address, identity, target.serverName)
  return connectionsOf(target, open(), open())
}

function connectionsOf(target: PanelTarget, control: NodeLinkClient, bulk: NodeLinkClient): PanelConnections {
  return {
    target,
    control,
    bulk,
    close() {
      control.close()
      bulk.close()
    },
  }
}

/**
 * Null when none answers. A frozen instance does not, though its machine, or the proxy before it, accepts connections:
 * TLS is spoken by the instance itself. The two connections may end at different instances, each at one that answers.
 */
export async function openFirstAnswering(
  targets: PanelTarget[],
  identity: NodeIdentity,
  stopping: AbortSignal,
): Promise<PanelConnections | null> {
  const control = await openOne(targets, identity, stopping)
  if (!control) return null
  const others = targets.filter(target => target !== control.target)
  const bulk = await openOne([control.target, ...others], identity, stopping)
  if (!bulk) {
    control.client.close()
    return null
  }
  return connectionsOf(control.target, control.client, bulk.client)
}

interface Opened {
  target: PanelTarget
  client: NodeLinkClient
}

async function openOne(
  targets: PanelTarget[],
  identity: NodeIdentity,
  stopping: AbortSignal,
): Promise<Opened | null> {
  const opened: Opened[] = []
  const outcomes: Promise<unknown>[] = []
  const { promise: first, resolve } = Promise.withResolvers<Opened | null>()
  const giveUp = () => resolve(null)
  stopping.addEventListener('abort', giveUp)
  let isOver = stopping.aborted
  void first.then(() => {
    isOver = true
  })
  for (const target of targets) {
    if (isOver) break
    const one = { target, client: openNodeChannel(target.address, identity, target.serverName) }
    opened.push(one)
    const outcome = isAnswered(one.client).then(answered => answered && resolve(one))
    outcomes.push(outcome)
    await Promise.race([first, outcome, delay(nextTargetMs)])
  }
  void Promise.all(outcomes).then(giveUp)
  const chosen = await first
  stopping.removeEventListener('abort', giveUp)
  for (const one of opened) if (one !== chosen) one.client.close()
  return chosen
}

function isAnswered(client: NodeLinkClient): Promise<boolean> {
  const channel = client.getChannel()
  const deadline = Date.now() + patienceMs
  return new Promise(resolve => {
    const check = (error?: Error) => {
      const state = channel.getConnectivityState(true)
      if (state === connectivityState.READY) resolve(true)
      else if (error || state === connectivityState.SHUTDOWN || state === connectivityState.TRANSIENT_FAILURE)
        resolve(false)
      else channel.watchConnectivityState(state, deadline, check)
    }
    check()
  })
}
