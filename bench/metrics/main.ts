// node bench/metrics/main.ts [nodes | history | fleet [nodes]]: what metrics of many nodes cost one panel, and what collecting them costs a daemon.
// Real: the bundled panel, link (TLS for each node), watches, sockets. Simulated: the values, and that all nodes are one process.

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
import { startMeasuredPanel } from './measured-panel.ts'
import { type MetricViewer, openViewer } from './viewers.ts'

const isFleetAlone = process.argv[2] === 'fleet'
const nodeCount = Number((isFleetAlone ? process.argv[3] : process.argv[2]) ?? 1_000)
const intervalSeconds = 5
const rounds = 5
const aims = {
  collectingPercent: 2,
  panelPercent: 50,
  panelMb: 1_024,
  historySeconds: 1.5,
  historyMb: 12,
  watchedMb: 300,
}
const shownInLists = ['cpu', 'memory', 'disk'].map(of => `panel_node_${of}_usage_percent`).join()
const counted = nodeCount.toLocaleString('en')

if (process.argv[2] === 'history') {
  await reportHistory(100)
  process.exit()
}
if (!isFleetAlone) {
  await reportCollecting()
  await reportHistory(100)
}
const here = (file: string) => new URL(file, import.meta.url)
const panel = await startMeasuredPanel(nodeCount)
try {
  const { url, nodes: places } = panel
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
  await reportReplays()
  const all = await openViewer(await socketAddress(panel, '/api/ws/nodes/metrics'))
  await all.replayed
  await reportLoad('metrics, one viewer of all nodes', undefined, { mb: atMost(aims.watchedMb) })

  const each: MetricViewer[] = []
  for (const { gameServerId } of panel.nodes)
    each.push(await openViewer(await socketAddress(panel, `/api/ws/servers/${gameServerId}/metrics`)))
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

/** The history in each form, read from the nodes each time: nothing is kept of what nobody looks at. The baseline is the first. */
async function reportReplays(): Promise<void> {
  const work = `metrics, history of ${counted} nodes to one viewer`
  const samples = await replay('')
  report({ work, figure: samples.seconds, unit: 's' })
  report({ work: `${work}, processor time`, figure: samples.processorSeconds, unit: 's' })
  report({ work: `${work}, size`, figure: samples.mb, unit: 'MB' })
  const forms = [
    { name: 'as columns', query: '&form=columns', aim: {} },
    {
      name: 'as columns, what lists show',
      query: `&form=columns&series=${shownInLists}`,
      aim: { seconds: atMost(aims.historySeconds), mb: atMost(aims.historyMb) },
    },
  ]
  for (const { name, query, aim } of forms) {
    const { seconds, processorSeconds, mb } = await replay(query)
    const row = (what: string, figure: number, unit: 's' | 'MB', baseline: number, of?: Aim) =>
      report({ work: `${work}, ${name}${what}`, figure, unit, baseline, ...(of ? { aim: of } : {}) })
    row('', seconds, 's', samples.seconds, aim.seconds)
    row(', processor time', processorSeconds, 's', samples.processorSeconds)
    row(', size', mb, 'MB', samples.mb, aim.mb)
  }
}

async function replay(query: string): Promise<{ seconds: number; processorSeconds: number; mb: number }> {
  const address = await socketAddress(panel, '/api/ws/nodes/metrics')
  const [startedMs, usedMs] = [performance.now(), processorMs(panel.pid)]
  const viewer = await openViewer(new URL(address.href + query))
  await viewer.replayed
  const figures = {
    seconds: (performance.now() - startedMs) / 1_000,
    processorSeconds: (processorMs(panel.pid) - usedMs) / 1_000,
    mb: viewer.bytes() / 1e6,
  }
  viewer.close()
  await delay(intervalSeconds * 1_000)
  return figures
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
