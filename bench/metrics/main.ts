// node bench/metrics/main.ts [nodes]: what metrics of many nodes cost one panel, and what collecting them costs a daemon.
// Real: panel, link (two TLS connections per node), watches, sockets. Simulated: the values, and that all nodes are one process.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { measureCollecting } from './collecting.ts'
import type { MeasuredPanel } from './measured-panel.ts'

const nodeCount = Number(process.argv[2] ?? 1_000)
const measuredSeconds = 20
const aims = { collectingPercent: 2, panelPercent: 50, panelMb: 1_024 }

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url))
print('work', 'figure', 'aim')

for (const useCgroups of [true, false]) {
  const { percent, msPerLook } = await measureCollecting(100, useCgroups)
  const way = useCgroups ? 'by cgroup where there is one' : 'from /proc alone'
  const figure = `${percent.toFixed(2)} % of a core (${msPerLook.toFixed(1)} ms a look)`
  const { collectingPercent: aim } = aims
  print(`collecting 100 game servers every 5 s, ${way}`, figure, `< ${aim} %`, percent < aim)
}
await measurePanel()

/** At once: the whole takes minutes. */
function print(work: string, figure: string, aim = '', isMet = true): void {
  process.stdout.write(`${work.padEnd(68)}  ${figure.padEnd(44)}  ${aim}${isMet ? '' : '  below aim'}\n`)
}

async function measurePanel(): Promise<void> {
  const panelProcess = fork(program('./measured-panel.ts'), [String(nodeCount)])
  const nodesProcess = fork(program('./simulated-nodes.ts'))
  try {
    const [panel] = (await once(panelProcess, 'message')) as [MeasuredPanel]
    const empty = residentMb(panelProcess)
    nodesProcess.send(panel)
    await once(nodesProcess, 'message')
    const idle = await load(panelProcess)
    add(`${nodeCount} nodes connected, nobody looks`, idle, empty)

    const startedMs = performance.now()
    const all = await open(panel, '/api/ws/nodes/metrics')
    await all.replayed
    const replaySeconds = (performance.now() - startedMs) / 1000
    const megabytes = (all.bytes() / 1e6).toFixed(0)
    print(`history of ${nodeCount} nodes to one viewer`, `${replaySeconds.toFixed(1)} s, ${megabytes} MB`)
    add('one viewer of all nodes, 15 series each', await load(panelProcess), empty)

    const each = await openAll(panel)
    const pointsBefore = each.points() + all.points()
    const watched = await load(panelProcess)
    const pointsPerSecond = (each.points() + all.points() - pointsBefore) / measuredSeconds
    add(`and ${nodeCount} viewers of one game server each, 25 series in all`, watched, empty, aims)
    const expected = (nodeCount * 25) / 5
    const delivered = `${Math.round(pointsPerSecond).toLocaleString('en')}/s`
    print(
      'points delivered',
      delivered,
      `${expected.toLocaleString('en')}/s`,
      pointsPerSecond > 0.97 * expected,
    )
    print('told of nodes that were away', String(all.errors() + each.errors()), '0')
    for (const viewer of [all, each]) viewer.close()
  } finally {
    for (const child of [nodesProcess, panelProcess]) await end(child)
  }
}

function add(work: string, { percent, mb }: Load, emptyMb: number, aim?: typeof aims): void {
  const figure = `${percent.toFixed(1)} % of a core, ${mb.toFixed(0)} MB resident (+${(mb - emptyMb).toFixed(0)})`
  const isMet = !aim || (percent < aim.panelPercent && mb < aim.panelMb)
  print(work, figure, aim ? `< ${aim.panelPercent} %, < ${aim.panelMb} MB` : '', isMet)
}

interface Load {
  percent: number
  mb: number
}

async function load(child: ChildProcess): Promise<Load> {
  const [startedMs, before] = [performance.now(), cpuSeconds(child)]
  await new Promise(resolve => setTimeout(resolve, measuredSeconds * 1000))
  const percent = (100_000 * (cpuSeconds(child) - before)) / (performance.now() - startedMs)
  return { percent, mb: residentMb(child) }
}

async function open(panel: MeasuredPanel, path: string) {
  const answer = await fetch(`${panel.url}/api/auth/short-lived-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${panel.sessionToken}` },
  })
  const { token } = (await answer.json()) as { token: string }
  const socket = new WebSocket(`${panel.url.replace('http', 'ws')}${path}?token=${token}`)
  const replayed = Promise.withResolvers<void>()
  let [bytes, points, errors] = [0, 0, 0]
  socket.on('message', (message: Buffer) => {
    bytes += message.length
    const { type, payload } = JSON.parse(message.toString())
    if (type === 'metrics.replay.done') replayed.resolve()
    if (type === 'metrics.error') errors += 1
    if (type === 'metrics') for (const sample of payload.samples) points += sample.points.length
  })
  socket.on('close', code => replayed.reject(new Error(`${path} was closed with ${code}`)))
  await once(socket, 'open')
  return {
    replayed: replayed.promise,
    bytes: () => bytes,
    points: () => points,
    errors: () => errors,
    close: () => socket.close(),
  }
}

async function openAll(panel: MeasuredPanel) {
  const viewers: Awaited<ReturnType<typeof open>>[] = []
  for (const { gameServerId } of panel.nodes)
    viewers.push(await open(panel, `/api/ws/servers/${gameServerId}/metrics`))
  await Promise.all(viewers.map(viewer => viewer.replayed))
  return {
    points: () => viewers.reduce((sum, viewer) => sum + viewer.points(), 0),
    errors: () => viewers.reduce((sum, viewer) => sum + viewer.errors(), 0),
    close: () => {
      for (const viewer of viewers) viewer.close()
    },
  }
}

function cpuSeconds(child: ChildProcess): number {
  const line = readFileSync(`/proc/${child.pid}/stat`, 'latin1')
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function residentMb(child: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.disconnect()
  await exited
}
