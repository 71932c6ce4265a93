// node bench/console/main.ts: lines that reach viewers of a console, as a ratio to a bare broadcast of the same bytes
// by one process that holds the game's pty and the viewers' sockets itself.

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { blockBytes, blockLines, blocksOnTheWay } from './block.ts'
import { type MeasuredWorld, startMeasuredWorld } from './measured-world.ts'
import { openViewers, type Viewers } from './viewers.ts'

const rounds = 5
const turnMs = 1_500
const rows = [
  { viewers: 1, aim: 0.2 },
  { viewers: 10, aim: 0.4 },
  { viewers: 100, aim: 0.6 },
]
const latencySamples = 600
const idleViewers = 1_000

const world = await startMeasuredWorld()
try {
  const lines = [['viewers', 'console', 'bare ws', 'ratio', 'aim', '']]
  const gameServerId = await world.startGame('flood')
  // First of all: what a flood leaves behind would hide what viewers cost.
  const memoryPerViewer = await measureMemory(gameServerId)
  for (const { viewers, aim } of rows) {
    const { own, bare, remarks } = await measure(gameServerId, viewers)
    const verdict = [own / bare < aim ? 'below aim' : '', ...remarks]
    lines.push([
      String(viewers),
      perSecond(own),
      perSecond(bare),
      (own / bare).toFixed(2),
      `>= ${aim}`,
      verdict.filter(Boolean).join(', '),
    ])
  }
  print(lines)
  const delays = await measureDelays(await world.startGame('clock'))
  const at = (part: number) => (delays[Math.floor(delays.length * part)] ?? Number.NaN).toFixed(1)
  process.stdout.write(`from the write of a process to the frame: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`)
  process.stdout.write(`memory of the panel per idle viewer: ${memoryPerViewer} KB\n`)
} finally {
  await world.close()
}

/** Both in turns, five times; the round with the median ratio, so that its figures belong together. */
async function measure(gameServerId: number, count: number) {
  const own = await openViewers(count, () => world.consoleAddress(gameServerId))
  const bare = await openViewers(count, async () => new URL(`ws://127.0.0.1:${world.barePort}`))
  const figures: { own: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    figures.push({ own: await turn(own, count), bare: await turn(bare, count) })
  }
  const remarks = [own.lost > 0 ? `${own.lost} cut off` : '', own.gaps > 0 ? `${own.gaps} gaps` : '']
  await own.close()
  await bare.close()
  const ordered = figures.toSorted((a, b) => a.own / a.bare - b.own / b.bare)
  return { ...(ordered[Math.floor(rounds / 2)] ?? { own: Number.NaN, bare: Number.NaN }), remarks }
}

/** Lines per second over all viewers, none lost: the next block is asked for when all have one. */
async function turn(viewers: Viewers, count: number): Promise<number> {
  const begunAt = performance.now()
  const startSeq = viewers.slowestSeq()
  let asked = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const ask = () => {
    const arrived = Math.floor((viewers.slowestSeq() - startSeq) / blockBytes)
    const isTimeUp = performance.now() - begunAt > turnMs
    for (; !isTimeUp && asked < arrived + blocksOnTheWay; asked++) viewers.command('block')
    if (isTimeUp && arrived === asked) resolve()
  }
  viewers.onMessage = ask
  ask()
  await promise
  viewers.onMessage = () => {}
  return (asked * blockLines * count * 1_000) / (performance.now() - begunAt)
}

/** Milliseconds, in order. */
async function measureDelays(gameServerId: number): Promise<number[]> {
  const socket = new WebSocket(await world.consoleAddress(gameServerId), { perMessageDeflate: false })
  const delays: number[] = []
  let isLive = false
  socket.on('message', raw => {
    const nowMs = performance.timeOrigin + performance.now()
    const text = (raw as Buffer).toString()
    if (isLive) for (const [, at] of text.matchAll(/at (\d+\.?\d*)\\r/g)) delays.push(nowMs - Number(at))
    isLive = true
  })
  await once(socket, 'open')
  while (delays.length < latencySamples) await delay(50)
  socket.terminate()
  return delays.toSorted((a, b) => a - b)
}

async function measureMemory(gameServerId: number): Promise<string> {
  const before = await settledMemory(world)
  const viewers = await openViewers(idleViewers, () => world.consoleAddress(gameServerId))
  const after = await settledMemory(world)
  await viewers.close()
  return ((after - before) / idleViewers / 1024).toFixed(0)
}

async function settledMemory(measured: MeasuredWorld): Promise<number> {
  await delay(2_000)
  return measured.panelResidentBytes()
}

function perSecond(figure: number): string {
  return `${Math.round(figure).toLocaleString('en')} lines/s`
}

function print(lines: string[][]): void {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0))) ?? []
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
}
