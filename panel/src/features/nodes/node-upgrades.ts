// Upgrades the daemons of nodes to this panel's version: sends the archive, follows the node until it is back, one after the
// other where it is asked for all.

import { createReadStream } from 'node:fs'
import { upgradeAnswer } from '@rookery/contracts/daemon/upgrade-answer.ts'
import type { FailedUpgrade, RunningUpgrade } from '@rookery/contracts/http/nodes.ts'
import type { Cache } from '../../platform/cache/cache.ts'
import type { SignedInCaller } from '../../platform/caller.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { fileTransferOf } from '../../platform/daemon-link/file-transfer.ts'
import { NodeOfflineError, NodeTimeoutError } from '../../platform/daemon-link/link-errors.ts'
import { answerLimitMs } from '../../platform/daemon-link/transfers.ts'
import { type AccessRule, administratorInSection } from '../../platform/http/access-rule.ts'
import type { RequestFacts } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import { timeOf } from '../../platform/times.ts'
import type { Access } from '../access/access.ts'
import { everyObject } from '../access/logic/visible-objects.ts'
import type { Audit } from '../audit/audit.ts'
import type { DaemonArchive, NodeInstall } from '../node-install/node-install.ts'
import type { PeopleActivity } from '../people-activity/people-activity.ts'
import { authorOf } from '../people-activity/people-activity-rules.ts'
import { obstacleMessages, upgradeSilenceMs } from './logic/upgrade-state.ts'
import type { Nodes, StoredNode } from './nodes.ts'

export interface NodeUpgradesDeps {
  nodes: Pick<Nodes, 'find' | 'list' | 'answerOf'>
  access: Pick<Access, 'isAllowed'>
  nodeInstall: Pick<NodeInstall, 'archiveFor'>
  link: Pick<DaemonLink, 'openTransfer' | 'isOnline'>
  changes: Pick<Changes, 'announce' | 'listen'>
  cache: Cache
  audit: Audit
  peopleActivity: Pick<PeopleActivity, 'writeAlone'>
  log: Log
  /** Of this panel: what nodes are brought to. */
  version: string
  now(): number
}

/** Whoever chooses what runs there is root on the node. */
export const mayUpgrade: AccessRule<SignedInCaller> = administratorInSection('node', 'edit')

/** Who asked. */
interface Asked {
  caller: SignedInCaller
  request: RequestFacts
}

const sendLimitMs = 30 * 60_000
/** A node goes back by itself within about one minute; then it needs a moment to connect. */
const backLimitMs = 3 * 60_000
/** How often an instance says that it still leads an upgrade; others may begin anew when it has been silent for long. */
const renewMs = upgradeSilenceMs / 6
const progressMs = 250
const mostNodes = 10_000

export type NodeUpgrades = ReturnType<typeof createNodeUpgrades>

export function createNodeUpgrades(deps: NodeUpgradesDeps) {
  const { nodes, link, changes, audit, log, version } = deps
  const locks = deps.cache.namespace('node-upgrades')
  /** What this instance leads, and what it has announced of it last. */
  const led = new Map<number, RunningUpgrade | null>()

  function publish(
    nodeId: number,
    running: RunningUpgrade | null,
    failed: FailedUpgrade | null = null,
  ): void {
    if (led.has(nodeId)) led.set(nodeId, running)
    changes.announce({ kind: 'node-upgrade', nodeId, running, failed })
  }

  /** So that the lock of an instance which is gone ends soon, and what it had announced with it. */
  async function renew(): Promise<void> {
    for (const [nodeId, running] of led) {
      await locks.set(lockOf(nodeId), 'upgrading', upgradeSilenceMs).catch(() => {})
      if (running && led.has(nodeId)) publish(nodeId, running)
    }
  }
  const renewing = setInterval(() => void renew(), renewMs).unref()

  /** Throws a PanelError where it cannot be done. */
  async function prepare(node: StoredNode): Promise<DaemonArchive> {
    const { available, obstacle } = nodes.answerOf(node).upgrade
    if (available === null)
      throw new PanelError('conflict', {
        message: `this node runs ${node.version ?? 'nothing yet'} and is not behind`,
      })
    if (obstacle) throw new PanelError('conflict', { message: obstacleMessages[obstacle] })
    return deps.nodeInstall.archiveFor(node.arch ?? '')
  }

  const lockOf = (nodeId: number) => `node-${nodeId}`

  async function claim(nodeId: number): Promise<void> {
    if (await locks.setIfAbsent(lockOf(nodeId), 'upgrading', upgradeSilenceMs)) {
      led.set(nodeId, null)
      return
    }
    throw new PanelError('conflict', { message: 'an upgrade of this node is already running' })
  }

  /** Resolves with whether it worked; never rejects. The node must have been claimed. */
  async function upgrade(node: StoredNode, archive: DaemonArchive, asked: Asked): Promise<boolean> {
    const details = { node_id: node.id, from_version: node.version ?? '', to_version: version }
    audit.record(
      { event: 'node.upgrade_started', outcome: 'success', request: asked.request, details },
      asked.caller,
    )
    let failed: FailedUpgrade | null = null
    try {
      await send(node.id, archive)
      failed = await awaitReturn(node)
    } catch (error) {
      failed = {
        from: node.version,
        to: version,
        reason: reasonOf(error),
        at: timeOf(deps.now()),
        last_lines: [],
      }
      log.warn({ err: error, node_id: node.id }, 'a node could not be upgraded')
    }
    led.delete(node.id)
    publish(node.id, null, failed)
    audit.record(
      {
        event: 'node.upgraded',
        outcome: failed ? 'failure' : 'success',
        request: asked.request,
        details: { ...details, ...(failed && { reason: failed.reason }) },
      },
      asked.caller,
    )
    await deps.peopleActivity.writeAlone(authorOf(asked.caller), {
      event: 'node_upgraded',
      subject: { type: 'node', id: node.id, name: node.name },
      details: {
        changes: [{ field: 'version', before: node.version, after: version }],
        ...(failed ? { outcome: 'failure', reason: failed.reason } : { outcome: 'success' }),
      },
    })
    await locks.delete(lockOf(node.id)).catch(() => false)
    return failed === null
  }

  /** As fast as the node takes it, and never more of it in memory than a few pieces. */
  async function send(nodeId: number, { file, sha256, sizeBytes }: DaemonArchive): Promise<void> {
    const say = (step: RunningUpgrade['step'], sentBytes: number) =>
      publish(nodeId, { to: version, step, sent_bytes: sentBytes, total_bytes: sizeBytes })
    say('sending', 0)
    const transfer = fileTransferOf(
      await link.openTransfer(nodeId, { $case: 'upgradeDaemon', value: { version, sha256, sizeBytes } }),
      AbortSignal.timeout(sendLimitMs),
      answerLimitMs,
    )
    try {
      await transfer.answer(upgradeAnswer)
      let sentBytes = 0
      let saidAtMs = 0
      for await (const piece of createReadStream(file, { highWaterMark: 64 * 1024 })) {
        await transfer.send(piece as Buffer)
        sentBytes += (piece as Buffer).length
        if (performance.now() - saidAtMs < progressMs) continue
        saidAtMs = performance.now()
        say('sending', sentBytes)
      }
      await transfer.sentAll()
      for (let step = ''; step !== 'restarting'; ) {
        step = (await transfer.answer(upgradeAnswer)).step
        if (step === 'checking' || step === 'restarting') say(step, sizeBytes)
      }
    } finally {
      transfer.close()
    }
  }

  /** What the node says in its next Hello; null: it runs the new version. */
  async function awaitReturn({ id, version: from }: StoredNode): Promise<FailedUpgrade | null> {
    const failure = (reason: string): FailedUpgrade => {
      return { from, to: version, reason, at: timeOf(deps.now()), last_lines: [] }
    }
    const { promise: isBack, resolve } = Promise.withResolvers<boolean>()
    const unlisten = changes.listen(change => {
      if (change.kind === 'node-presence' && change.nodeId === id && change.online) resolve(true)
    })
    const timer = setTimeout(() => resolve(false), backLimitMs)
    try {
      if (!(await isBack))
        return failure(
          'the node has not come back within 3 minutes: look at the log of the daemon on the machine (journalctl -u rookery-daemon)',
        )
      const node = await nodes.find(id)
      if (node.version === version) return null
      const reported = node.installation?.failed
      return reported?.to === version ? reported : failure('the node came back with its former version')
    } finally {
      clearTimeout(timer)
      unlisten()
    }
  }

  return {
    /** This instance ends: what it led is led by nobody, and others may begin anew. */
    async close(): Promise<void> {
      clearInterval(renewing)
      await release([...led.keys()])
    },

    /** Returns when it has begun; the rest is told by events. */
    async begin(node: StoredNode, asked: Asked): Promise<void> {
      const archive = await prepare(node)
      await claim(node.id)
      publish(node.id, { to: version, step: 'waiting', sent_bytes: 0, total_bytes: archive.sizeBytes })
      void upgrade(node, archive, asked)
    },

    /** Those that can be upgraded from here, by name. Gives their ids; the first that fails is the last. */
    async beginAll(asked: Asked): Promise<number[]> {
      const { items } = await nodes.list({ limit: mostNodes, offset: 0 }, everyObject)
      const behind: typeof items = []
      for (const node of items) {
        const isPossible = node.upgrade.available !== null && node.upgrade.obstacle === null
        // An entry may keep an administrator off a node.
        const isTheirs =
          isPossible && (await deps.access.isAllowed(mayUpgrade, asked.caller, { id: String(node.id) }))
        if (isTheirs) behind.push(node)
      }
      if (behind.length === 0)
        throw new PanelError('conflict', {
          message: 'no node needs an upgrade that can be started from here',
        })
      const waiting: { node: StoredNode; archive: DaemonArchive }[] = []
      try {
        for (const { id } of behind) {
          const node = await nodes.find(id)
          const archive = await prepare(node)
          await claim(id)
          waiting.push({ node, archive })
          publish(id, { to: version, step: 'waiting', sent_bytes: 0, total_bytes: archive.sizeBytes })
        }
      } catch (error) {
        await release(waiting.map(({ node }) => node.id))
        throw error
      }
      void upgradeInTurn(waiting, asked)
      return waiting.map(({ node }) => node.id)
    },
  }

  async function upgradeInTurn(
    waiting: readonly { node: StoredNode; archive: DaemonArchive }[],
    asked: Asked,
  ): Promise<void> {
    for (const [index, { node, archive }] of waiting.entries()) {
      if (await upgrade(node, archive, asked)) continue
      return release(waiting.slice(index + 1).map(each => each.node.id))
    }
  }

  async function release(nodeIds: readonly number[]): Promise<void> {
    for (const nodeId of nodeIds) {
      led.delete(nodeId)
      publish(nodeId, null)
      await locks.delete(lockOf(nodeId)).catch(() => false)
    }
  }
}

function reasonOf(error: unknown): string {
  const isForPeople =
    error instanceof PanelError || error instanceof NodeOfflineError || error instanceof NodeTimeoutError
  if (isForPeople) return error.message
  return 'the archive could not be sent to the end: try again; the log of the panel says why'
}
