// Metrics for Prometheus, there only with PROMETHEUS_ENABLED=true: what this panel holds when it is asked, and nothing that nodes would have to be asked for.

import { hasEnded } from '@rookery/contracts/run-states.ts'
import type { Kysely } from 'kysely'
import type { Changes } from '../../platform/changes.ts'
import type { DaemonLink } from '../../platform/daemon-link/daemon-link.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { addressCheck } from '../../platform/http/logic/address-list.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Log } from '../../platform/log.ts'
import type { Secret } from '../../platform/secret.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type AnsweredRequest, createHttpFigures } from './http-figures.ts'
import { type MetricFamily, sampleCount, writeExposition, writeLabels } from './logic/exposition.ts'
import {
  channelsFamily,
  databaseFamily,
  endedTasksFamily,
  infoFamily,
  leftOutFamily,
  leftOutSeries,
  tasksFamily,
} from './logic/panel-families.ts'
import { scrapeRefusal } from './logic/scrape-access.ts'
import { fitInto } from './logic/series-limit.ts'
import {
  gameServerFamilies,
  nodeFamilies,
  type ScrapedGameServer,
  type ScrapedNode,
  seriesOfGameServer,
  seriesOfNode,
  stoppedValues,
} from './logic/thing-families.ts'
import { watchProcess } from './process-figures.ts'
import { createPrometheusStore } from './prometheus-store.ts'
import { prometheusRoutes } from './routes.ts'

interface PrometheusDeps {
  db: Kysely<Schema>
  changes: Pick<Changes, 'listen'>
  metrics: Pick<Metrics, 'latest'>
  link: Pick<DaemonLink, 'isOnline' | 'seesAll'>
  /** To the nodes that are connected to this instance, which alone tells of their game servers. */
  localLink: Pick<DaemonLink, 'isOnline'>
  log: Log
  version: string
  drivers: { database: string; cache: string }
  /** The path of every channel that is open here. */
  openChannels(): Iterable<string>
}

interface PrometheusConfig {
  readonly token: Secret | null
  readonly allowedAddresses: readonly string[]
  readonly maxSeries: number
}

export interface Prometheus {
  routes: Route[]
  /** Told of every request that was answered. */
  countRequest: ((request: AnsweredRequest) => void) | null
  close(): void
}

/** Null: nothing is measured, and nothing is there to be asked. */
export function openPrometheus(deps: PrometheusDeps & { config: PrometheusConfig | null }): Prometheus {
  const { config } = deps
  return config ? createPrometheus({ ...deps, config }) : { routes: [], countRequest: null, close: () => {} }
}

function createPrometheus(deps: PrometheusDeps & { config: PrometheusConfig }): Prometheus {
  const { config, log, link, localLink } = deps
  const { latest } = deps.metrics
  const store = createPrometheusStore(deps.db)
  const requests = createHttpFigures()
  const ownProcess = watchProcess()
  const endedTasks = countEndedTasks(deps.changes)
  const access = {
    token: config.token?.reveal() ?? null,
    isAllowedFrom: addressCheck(config.allowedAddresses),
  }

  const unfollow = latest.follow()

  async function readThings(): Promise<{ nodes: ScrapedNode[]; gameServers: ScrapedGameServer[] }> {
    const [nodes, gameServers] = await Promise.all([store.nodes(), store.gameServers()])
    const byNode = Map.groupBy(gameServers, ({ nodeId }) => nodeId)
    const here = new Map(
      nodes
        .filter(({ id }) => localLink.isOnline(id))
        .map(node => [node.id, { node, told: latest.of(node.id) }]),
    )
    return {
      nodes: nodes.map(node => ({
        ...node,
        isOnline: link.isOnline(node.id) || (link.seesAll() ? false : null),
        gameServerCount: byNode.get(node.id)?.length ?? 0,
        values: here.get(node.id)?.told?.node ?? null,
      })),
      gameServers: gameServers.flatMap(server => {
        const holder = here.get(server.nodeId)
        if (!holder) return []
        const values = holder.told && (holder.told.gameServers.get(server.id) ?? stoppedValues)
        return [{ ...server, nodeName: holder.node.name, values }]
      }),
    }
  }

  /** A database that does not answer is a fact to be told, and no reason to tell nothing. */
  async function readStored(otherSeries: number): Promise<MetricFamily[]> {
    try {
      const [tasks, { nodes, gameServers }] = await Promise.all([store.unfinishedTasks(), readThings()])
      const told = [databaseFamily(true), tasksFamily(tasks)]
      const fitting = fitInto(
        { maxSeries: config.maxSeries, otherSeries: otherSeries + sampleCount(told) + leftOutSeries },
        { things: nodes, seriesOfOne: seriesOfNode },
        { things: gameServers, seriesOfOne: seriesOfGameServer },
      )
      return [
        ...told,
        leftOutFamily(fitting.leftOut),
        ...nodeFamilies(fitting.nodes),
        ...gameServerFamilies(fitting.gameServers),
      ]
    } catch (error) {
      log.warn({ err: error }, 'a scrape tells nothing of the database, which did not answer')
      return [databaseFamily(false)]
    }
  }

  async function write(): Promise<string> {
    const own = [
      infoFamily({ version: deps.version, ...deps.drivers }),
      ...(await ownProcess.families()),
      ...requests.families(),
      channelsFamily(deps.openChannels()),
      endedTasksFamily(endedTasks.counts),
    ]
    return writeExposition([...own, ...(await readStored(sampleCount(own)))])
  }

  return {
    routes: prometheusRoutes({ refusal: scrape => scrapeRefusal(access, scrape), write }),
    countRequest: requests.count,
    close() {
      unfollow()
      ownProcess.close()
      endedTasks.close()
    },
  }
}

/** How many tasks have ended since this process began, by their labels; one that another instance led is counted there. */
function countEndedTasks(changes: Pick<Changes, 'listen'>) {
  const counts = new Map<string, number>()
  const close = changes.listen((change, origin) => {
    if (change.kind !== 'task' || origin === 'elsewhere' || !hasEnded(change.status)) return
    const labels = writeLabels({ kind: change.taskKind, status: change.status })
    counts.set(labels, (counts.get(labels) ?? 0) + 1)
  })
  return { counts: counts as ReadonlyMap<string, number>, close }
}
