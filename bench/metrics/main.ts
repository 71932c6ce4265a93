// node bench/metrics/main.ts [nodes | history]: what metrics of many nodes cost one panel, and what collecting them costs a daemon.
// Real: panel, link (two TLS connections per node), watches, sockets. Simulated: the values, and that all nodes are one process.

// The baseline is a bare ws server that sends the same texts to as many viewers at the same pace, at the same time.

import { setTimeout as delay } from 'node:timers/promises'
import { socketAddress } from '../measuring/ask-panel.ts'
import { type MeasuredProcess, startProcess } from '../measuring/measured-process.ts'
import { processorMs, residentMb } from '../measuring/process-figures.ts'
import { middleRound, type Round } from '../measuring/rounds.ts'
import { report } from '../report/report.ts'
import { type Aim, atLeast, atMost } from '../report/row.ts'
import type { BareMetrics } from './bare-metrics.ts'
import { measureCollecting } from './collecting.ts'
import { connectFleet } from './connect-fleet.ts'
import { reportHistory } from './history.ts'
import type { MeasuredPanel } from './measured-panel.ts'
import { type MetricViewer, openViewer } from './viewers.ts'

const nodeCount = Number(process.argv[2] ?? 1_000)
const intervalSeconds = 5
const rounds = 5
const aims = { collectingPercent: 2, panelPercent: 50, panelMb: 1_024 }
const counted = nodeCount.toLocaleString('en')

if (process.argv[2] === 'history') {
  await reportHistory(100)
  process.exit()
}
await reportCollecting()
await reportHistory(100)
const here = (file: string) => new URL(file, import.meta.url)
const panel = await startProcess<MeasuredPanel>(here('./measured-panel.ts'), { args: [String(nodeCount)] })
try {
  const { url, nodes: places } = panel.ready
  const nodes = await connectFleet({ url, nodes: places, rememberedSeconds: 600 })
  try {
    await reportPanel()
  } finally {
    await nodes.end()
  }
} finally {
  await panel.end()
}

async function reportCollecting(): Promise<void> {
  for (const useCgroups of [true, false]) {
    const { percent } = await measureCollecting(100, useCgroups)
    const way = useCgroups ? 'by cgroup where there is one' : 'from /proc alone'
    const work = `metrics, collecting 100 game servers every 5 s, ${way}`
    report({ work, figure: percent, unit: '% of a core', aim: atMost(aims.collectingPercent) })
  }
}

async function reportPanel(): Promise<void> {
  await reportLoad(`metrics, ${counted} nodes connected, nobody looks`)
  const all = await reportReplay()
  await reportLoad('metrics, one viewer of all nodes')

  const each: MetricViewer[] = []
  for (const { gameServerId } of panel.ready.nodes)
    each.push(await openViewer(await socketAddress(panel.ready, `/api/ws/servers/${gameServerId}/metrics`)))
  await Promise.all(each.map(viewer => viewer.replayed))
  const viewers = [all, ...each]
  while (viewers.some(viewer => viewer.lastText() === '')) await delay(100)

  const bare = await startBare(all, each)
  const [pointsBefore, begunMs] = [pointsOf(viewers), performance.now()]
  const work = `metrics, one viewer of all nodes and ${counted} of a game server each`
  await reportLoad(work, bare.process, { percent: atMost(aims.panelPercent), mb: atMost(aims.panelMb) })
  const figure = ((pointsOf(viewers) - pointsBefore) * 1_000) / (performance.now() - begunMs)
  const baseline = (nodeCount * 25) / intervalSeconds
  report({
    work: 'metrics, points delivered (baseline: measured by the nodes)',
    figure,
    unit: 'points/s',
    baseline,
    aim: atLeast(0.97 * baseline),
  })
  const errors = viewers.reduce((sum, viewer) => sum + viewer.errors(), 0)
  report({ work: 'metrics, told of nodes that were away', figure: errors, unit: '', aim: atMost(0) })
  for (const viewer of viewers) viewer.close()
  await bare.end()
}

async function reportReplay(): Promise<MetricViewer> {
  const startedMs = performance.now()
  const all = await openViewer(await socketAddress(panel.ready, '/api/ws/nodes/metrics'))
  await all.replayed
  const work = `metrics, history of ${counted} nodes to one viewer`
  report({ work, figure: (performance.now() - startedMs) / 1_000, unit: 's' })
  report({ work: `${work}, size`, figure: all.bytes() / 1e6, unit: 'MB' })
  return all
}

/** As many viewers of a bare server, which sends what these have last got. */
async function startBare(all: MetricViewer, each: MetricViewer[]) {
  const firstOrder: BareMetrics = {
    gameServerText: each[0]?.lastText() ?? '',
    nodeText: all.lastText(),
    nodeCount,
    intervalSeconds,
  }
  const bare = await startProcess<number>(here('./bare-metrics.ts'), { firstOrder })
  const viewers = [await openViewer(new URL(`ws://127.0.0.1:${bare.ready}/all`))]
  for (const _ of each) viewers.push(await openViewer(new URL(`ws://127.0.0.1:${bare.ready}/`)))
  return {
    process: bare,
    async end() {
      for (const viewer of viewers) viewer.close()
      await bare.end()
    },
  }
}

/** Panel and bare server work at the same time, so each round looks at both at once. */
async function reportLoad(
  work: string,
  bare?: MeasuredProcess<number>,
  aim: { percent?: Aim; mb?: Aim } = {},
): Promise<void> {
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) measured.push(await loadOf(panel.pid, bare?.pid ?? 0))
  const { figure, baseline } = bare ? middleRound(measured) : middleOfAll(measured)
  const compared = (value: number) => (bare ? { baseline: value } : {})
  const percent = { figure, unit: '% of a core', ...compared(baseline) } as const
  report({ work, ...percent, ...(aim.percent ? { aim: aim.percent } : {}) })
  const mb = { figure: residentMb(panel.pid), unit: 'MB', ...compared(residentMb(bare?.pid ?? 0)) } as const
  report({ work: `${work}, memory`, ...mb, ...(aim.mb ? { aim: aim.mb } : {}) })
}

function middleOfAll(measured: Round[]): Round {
  return middleRound(measured.map(round => ({ ...round, baseline: 1 })))
}

/** Percent of a core, over one interval. */
async function loadOf(panelPid: number, barePid: number): Promise<Round> {
  const [startedMs, panelMs, bareMs] = [performance.now(), processorMs(panelPid), processorMs(barePid)]
  await delay(intervalSeconds * 1_000)
  const percent = 100 / (performance.now() - startedMs)
  return {
    figure: (processorMs(panelPid) - panelMs) * percent,
    baseline: (processorMs(barePid) - bareMs) * percent,
  }
}

function pointsOf(viewers: MetricViewer[]): number {
  return viewers.reduce((sum, viewer) => sum + viewer.points(), 0)
}
