// Metrics: one watch per game server or node however many browsers look, history for scripts, and what servers use.

import type { MetricsHistory } from '@rookery/contracts/http/metrics.ts'
import { closeCodes } from '@rookery/contracts/websocket/envelope.ts'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import { NodeOfflineError, TransferError } from '../../platform/daemon-link/link-errors.ts'
import type { Log } from '../../platform/log.ts'
import { PanelError } from '../../platform/panel-error.ts'
import type { Connection } from '../../platform/websocket/connection.ts'
import type { Access } from '../access/access.ts'
import { everyObject } from '../access/logic/visible-objects.ts'
import type { Activity } from '../activity/activity.ts'
import type { Audit } from '../audit/audit.ts'
import type { GameServers } from '../game-servers/game-servers.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { metricsChannels } from './channel.ts'
import type { HistoryRequest } from './history-answer-rules.ts'
import { createLatestValues } from './latest-values.ts'
import type { MetricForm } from './metric-form-rules.ts'
import { type MetricMirror, readMirror } from './metric-mirror.ts'
import { currentValues, samplesOf, type WatchedThing } from './metric-sample-rules.ts'
import { MetricViewer } from './metric-viewer.ts'
import { MetricWatch } from './metric-watch.ts'
import { readHistory } from './read-history.ts'
import { metricsRoutes } from './routes.ts'
import { createUsageFeed } from './usage-feed.ts'

/** Below what the link lets come in from one address, for nodes that share one. */
const openedAtOnce = 32

export type { LatestValues } from './latest-values.ts'
export type { PlayersBatch, UsageBatch } from './usage-feed.ts'

interface MetricsDeps {
  activity: Pick<Activity, 'editsOf'>
  gameServers: GameServers
  nodes: Nodes
  access: Access
  audit: Audit
  link: Pick<DaemonLink, 'isOnline' | 'onlineNodeIds' | 'openTransfer'>
  /** To the nodes that are connected to this instance. */
  localLink: Pick<DaemonLink, 'isOnline' | 'onlineNodeIds' | 'openTransfer'>
  changes: Changes
  log: Log
  now(): number
}

/** A watch that failed for another reason than a node that is away is tried again after this time. */
const againMs = 30_000
const cutMs = 1_000
const mostNodes = 1_000_000

export function openMetrics(deps: MetricsDeps) {
  const metrics = createMetrics(deps)
  return { ...metrics, routes: metricsRoutes(metrics), channels: metricsChannels(metrics) }
}

export type Metrics = ReturnType<typeof createMetrics>

function createMetrics(deps: MetricsDeps) {
  const { gameServers, nodes, access, changes, log, now } = deps
  const link = { ...deps.link, ...limitOpening(deps.link) }
  const watches = new Map<string, MetricWatch>()
  const viewersOfAll = new Set<MetricViewer>()

  const keyOf = ({ kind, id }: WatchedThing) => `${kind} ${id}`
  const nodeThing = (id: number): WatchedThing => ({ kind: 'node', id, nodeId: id })

  async function gameServerThing(id: number): Promise<WatchedThing> {
    const { nodeId } = await gameServers.find(id)
    return { kind: 'game-server', id, nodeId }
  }

  function watchOf(thing: WatchedThing): MetricWatch {
    const known = watches.get(keyOf(thing))
    if (known) return known
    const fresh = new MetricWatch(thing, link, now)
    watches.set(keyOf(thing), fresh)
    return fresh
  }

  function keepReading(watch: MetricWatch): void {
    const readLater = (ms: number) => {
      setTimeout(() => {
        if (watches.get(keyOf(watch.thing)) === watch) keepReading(watch)
      }, ms).unref()
    }
    watch.run().catch(error => {
      // The way to the node was cut, and the node is still there.
      if (error instanceof NodeOfflineError) return watch.isOnline ? readLater(cutMs) : undefined
      log.warn({ err: error, ...watch.thing }, 'a metrics stream ended')
      const why = error instanceof TransferError ? error.message : 'the node did not answer'
      watch.interrupt('unavailable', why)
      readLater(againMs)
    })
  }

  function closeIfUnwatched(watch: MetricWatch): void {
    if (!watch.isUnwatched) return
    watch.close()
    if (watches.get(keyOf(watch.thing)) === watch) watches.delete(keyOf(watch.thing))
  }

  function leave(viewer: MetricViewer): void {
    for (const watch of viewer.watches) {
      watch.remove(viewer)
      closeIfUnwatched(watch)
    }
  }

  function follow(viewer: MetricViewer, thing: WatchedThing): void {
    const watch = watchOf(thing)
    viewer.follow(watch)
    keepReading(watch)
  }

  function watchOne(thing: WatchedThing, connection: Connection, form: MetricForm): void {
    const viewer = new MetricViewer(connection, { scope: 'one', form, now })
    connection.onClose(() => leave(viewer))
    follow(viewer, thing)
    viewer.begin()
  }

  /** Hides the nodes that this viewer may not see, among those it follows and these; all of them when that is unknown. */
  async function checkNodes(viewer: MetricViewer, more: readonly number[]): Promise<void> {
    const ids = [...new Set([...[...viewer.watches].map(({ thing }) => thing.nodeId), ...more])]
    const { userId } = viewer.connection.caller
    const allowed = await access.allowedInSection(userId, 'view', 'node', ids).catch((): number[] => [])
    viewer.hide(new Set(ids.filter(id => !allowed.includes(id))))
  }

  async function closeIfGone(watch: MetricWatch): Promise<void> {
    const isGone = await nodes.find(watch.thing.nodeId).then(
      () => false,
      error => error instanceof PanelError && error.code === 'not_found',
    )
    if (!isGone) return
    watch.dismiss(closeCodes.objectGone, 'the node was deleted')
    closeIfUnwatched(watch)
  }

  function nodeIsHere(nodeId: number): void {
    for (const watch of watches.values()) if (watch.thing.nodeId === nodeId) keepReading(watch)
    for (const viewer of viewersOfAll) {
      void checkNodes(viewer, [nodeId]).then(() => {
        if (viewersOfAll.has(viewer)) follow(viewer, nodeThing(nodeId))
      })
    }
  }

  function nodeHasLeft(nodeId: number): void {
    for (const watch of watches.values()) {
      if (watch.thing.nodeId !== nodeId) continue
      watch.nodeLeft()
      if (watch.thing.kind === 'node') void closeIfGone(watch)
    }
  }

  changes.listen(change => {
    if (change.kind === 'node-presence') {
      if (change.online) nodeIsHere(change.nodeId)
      else nodeHasLeft(change.nodeId)
    }
    if (change.kind === 'rights-changed') {
      for (const viewer of viewersOfAll) {
        const isMeant = change.userId === 'everybody' || viewer.connection.caller.userId === change.userId
        if (isMeant) void checkNodes(viewer, [])
      }
    }
  })

  async function read(thing: WatchedThing) {
    const { ring } = await mirrorOf(thing)
    return {
      current: currentValues(thing, ring),
      samples: samplesOf(thing, { ring, fromSeq: ring.startSeq, toSeq: ring.endSeq }),
    }
  }

  async function mirrorOf(thing: WatchedThing): Promise<MetricMirror> {
    const watch = watches.get(keyOf(thing))
    return watch?.isLive ? watch.mirror : readMirror(link, thing, now)
  }

  return {
    checkGameServer: async (id: number): Promise<void> => void (await gameServers.find(id)),
    checkNode: async (id: number): Promise<void> => void (await nodes.find(id)),

    watchGameServer: async (id: number, connection: Connection, form: MetricForm): Promise<void> =>
      watchOne(await gameServerThing(id), connection, form),

    watchNode: (id: number, connection: Connection, form: MetricForm): void =>
      watchOne(nodeThing(id), connection, form),

    async watchAllNodes(connection: Connection, form: MetricForm): Promise<void> {
      const viewer = new MetricViewer(connection, { scope: 'all nodes', form, now })
      viewersOfAll.add(viewer)
      connection.onClose(() => {
        viewersOfAll.delete(viewer)
        leave(viewer)
      })
      const { items } = await nodes.list({ limit: mostNodes, offset: 0 }, everyObject)
      const ids = items.filter(node => node.enrolled).map(node => node.id)
      await checkNodes(viewer, ids)
      if (!viewersOfAll.has(viewer)) return
      for (const id of ids) follow(viewer, nodeThing(id))
      viewer.begin()
    },

    readGameServer: async (id: number) => read(await gameServerThing(id)),
    readNode: async (id: number) => {
      await nodes.find(id)
      return read(nodeThing(id))
    },

    /** What the node has stored, with the changes of settings that only the panel knows. */
    async readGameServerHistory(id: number, request: HistoryRequest): Promise<MetricsHistory> {
      const thing = await gameServerThing(id)
      const [reading, edits] = await Promise.all([
        readHistory({ nodes, link }, thing, request),
        deps.activity.editsOf(id, request.from * 1000, request.to * 1000),
      ])
      return reading.answer(thing, edits)
    },
    async readNodeHistory(id: number, request: HistoryRequest): Promise<MetricsHistory> {
      const thing = nodeThing((await nodes.find(id)).id)
      return (await readHistory({ nodes, link }, thing, request)).answer(thing, [])
    },

    /** What all running game servers use, while somebody listens. */
    usage: createUsageFeed({ ...deps, link }),

    /** All series of what is connected to this instance, while somebody follows them. */
    latest: createLatestValues({ ...deps, link: { ...deps.localLink, ...limitOpening(deps.localLink) } }),
  }
}

/** Streams of many nodes, a few at a time: a node's first one is a new TLS connection, and a thousand at once a storm. */
function limitOpening(link: Pick<DaemonLink, 'openTransfer'>): Pick<DaemonLink, 'openTransfer'> {
  const waiting: (() => void)[] = []
  let opening = 0
  return {
    async openTransfer(nodeId, purpose) {
      if (opening >= openedAtOnce) await new Promise<void>(resolve => waiting.push(resolve))
      else opening += 1
      try {
        return await link.openTransfer(nodeId, purpose)
      } finally {
        // Hands its place to the next one, or gives it back.
        const next = waiting.shift()
        if (next) next()
        else opening -= 1
      }
    },
  }
}
