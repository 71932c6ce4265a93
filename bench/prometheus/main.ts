// node bench/prometheus/main.ts [servers]: size and time of a scrape, beside Node's bare HTTP server that sends the same bytes.
// Real: the bundled panel, its link, the nodes' streams, and a Prometheus where one is installed. Simulated: the values.

import { type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { missingPrometheus, startPrometheus } from '../../test-services/prometheus.ts'
import type { BareAnswers } from '../http/bare-server.ts'
import { startProcess } from '../measuring/measured-process.ts'
import { percentile } from '../measuring/percentile.ts'
import { processorMs } from '../measuring/process-figures.ts'
import { measureRounds, middleRound } from '../measuring/rounds.ts'
import { connectFleet } from '../metrics/connect-fleet.ts'
import { startMeasuredPanel } from '../metrics/measured-panel.ts'
import { detail, report } from '../report/report.ts'
import { atMost } from '../report/row.ts'

const serverCount = Number(process.argv[2] ?? 1_000)
const perNode = 50
const nodeCount = Math.ceil(serverCount / perNode)
const counted = (nodeCount * perNode).toLocaleString('en')
const token = 'a-token-for-the-bench'
const scrapesPerTurn = 20
const aims = { plainMb: 4, sentMb: 0.5, scrapeMs: 100, processorMs: 100 }
const work = `Prometheus, a scrape of ${counted} servers`

interface Scrape {
  headers: IncomingHttpHeaders
  bytes: Buffer
  ms: number
}

const panel = await startMeasuredPanel(nodeCount, {
  gameServersPerNode: perNode,
  variables: { PROMETHEUS_ENABLED: 'true', PROMETHEUS_TOKEN: token },
})
try {
  const fleet = await connectFleet({ url: panel.url, nodes: panel.nodes, rememberedSeconds: 30 })
  try {
    await everythingIsTold()
    await reportScrapes('gzip')
    await reportScrapes('identity')
    await reportPrometheus()
  } finally {
    await fleet.end()
  }
} finally {
  await panel.end()
}

function scrape(url: string, encoding: string): Promise<Scrape> {
  const begunMs = performance.now()
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding }
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/metrics`, { headers }, answer => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { headers } = answer
        resolve({ headers, bytes: Buffer.concat(chunks), ms: performance.now() - begunMs })
      })
    })
    asked.on('error', reject).end()
  })
}

async function everythingIsTold(): Promise<void> {
  for (;;) {
    const { bytes } = await scrape(panel.url, 'identity')
    const running = bytes.toString().match(/^panel_server_process_pids\{/gmv)?.length ?? 0
    if (running >= nodeCount * perNode) return
    await delay(500)
  }
}

/** As Prometheus asks (gzip), and plain. */
async function reportScrapes(encoding: 'gzip' | 'identity'): Promise<void> {
  const { headers, bytes } = await scrape(panel.url, encoding)
  const isPlain = encoding === 'identity'
  const plain = isPlain ? bytes : gunzipSync(bytes)
  const how = isPlain ? 'plain' : 'compressed'
  if (isPlain) {
    const series = plain.toString().match(/^[^#\n]/gmv)?.length ?? 0
    report({ work: `${work}, series`, figure: series, unit: '' })
  }
  const mb = { figure: bytes.length / 1e6, unit: 'MB' } as const
  report({ work: `${work}, ${how}, size`, ...mb, aim: atMost(isPlain ? aims.plainMb : aims.sentMb) })

  const answers: BareAnswers = {
    '/metrics': { headers: ownHeaders(headers), body: bytes.toString('base64'), encoding: 'base64' },
  }
  const bareServer = new URL('../http/bare-server.ts', import.meta.url)
  const bare = await startProcess<number>(bareServer, { firstOrder: answers })
  try {
    const own = { url: panel.url, pid: panel.pid, times: [] as number[], usedMs: 0 }
    const bareOne = { url: `http://127.0.0.1:${bare.ready}`, pid: bare.pid, times: [] as number[], usedMs: 0 }
    const turnOf = (side: typeof own) => async () => {
      const usedMs = processorMs(side.pid)
      const times: number[] = []
      for (let at = 0; at < scrapesPerTurn; at++) times.push((await scrape(side.url, encoding)).ms)
      side.usedMs += processorMs(side.pid) - usedMs
      side.times.push(...times)
      return percentile(times, 0.5)
    }
    const sides = { figure: turnOf(own), baseline: turnOf(bareOne) }
    for (const warmUp of [sides.figure, sides.baseline]) await warmUp()
    for (const side of [own, bareOne]) Object.assign(side, { times: [], usedMs: 0 })
    const round = middleRound(await measureRounds(sides))
    report({ work: `${work}, ${how}, half within`, unit: 'ms', ...round, aim: atMost(aims.scrapeMs) })
    const slowest = { figure: percentile(own.times, 0.99), baseline: percentile(bareOne.times, 0.99) }
    report({ work: `${work}, ${how}, 99 of 100 within`, unit: 'ms', ...slowest })
    const each = (side: typeof own) => side.usedMs / side.times.length
    const used = { figure: each(own), baseline: each(bareOne) }
    report({ work: `${work}, ${how}, processor time`, unit: 'ms', ...used, aim: atMost(aims.processorMs) })
  } finally {
    await bare.end()
  }
}

/** Those that Node does not write by itself. */
function ownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const written = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !written.includes(name) ? [[name, value]] : [],
    ),
  )
}

/** What a real one says of it. */
async function reportPrometheus(): Promise<void> {
  const missing = missingPrometheus()
  if (missing !== null) {
    detail(`not measured: ${missing}`)
    return
  }
  const prometheus = await startPrometheus(
    JSON.stringify({
      global: { scrape_interval: '2s' },
      scrape_configs: [
        {
          job_name: 'rookery',
          authorization: { credentials: token },
          static_configs: [{ targets: [new URL(panel.url).host] }],
        },
      ],
    }),
  )
  try {
    const scrapes = 'count_over_time(scrape_duration_seconds{job="rookery"}[10m])'
    while (((await prometheus.query(scrapes))[0]?.value ?? 0) < 15) await delay(1_000)
    const value = async (expression: string) => (await prometheus.query(expression))[0]?.value ?? Number.NaN
    const taken = await value('scrape_samples_scraped{job="rookery"}')
    report({ work: `${work}, series that a real Prometheus took`, figure: taken, unit: '' })
    const seconds = await value('quantile_over_time(0.5, scrape_duration_seconds{job="rookery"}[10m])')
    report({ work: `${work}, by a real Prometheus, half within`, figure: seconds * 1_000, unit: 'ms' })
  } finally {
    await prometheus.stop()
  }
}
