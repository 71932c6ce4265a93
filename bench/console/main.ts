// node bench/console/main.ts: lines that reach viewers of a console, as a ratio to a bare broadcast of the same bytes
// by one process that holds the game's pty and the viewers' sockets itself.

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { lineBytes } from './line.ts'
import { type MeasuredWorld, startMeasuredWorld } from './measured-world.ts'
import { openViewers, type Viewers } from './viewers.ts'

const rounds = 5
const turnMs = 1_500
/** For a flood to get under way, and for what is left of it to arrive. */
const settleMs = 700
/** In JSON the end of a line takes two bytes. */
const sentLineBytes = lineBytes + 1
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
    figures.push({ own: await turn(own), bare: await turn(bare) })
  }
  const remarks = [own.lost > 0 ? `${own.lost} cut off` : '', own.gaps > 0 ? `${own.gaps} gaps` : '']
  await own.close()
  await bare.close()
  const ordered = figures.toSorted((a, b) => a.own / a.bare - b.own / b.bare)
  return { ...(ordered[Math.floor(rounds / 2)] ?? { own: Number.NaN, bare: Number.NaN }), remarks }
}

/** Lines per second over all viewers while the game writes as fast as it can. */
async function turn(viewers: Viewers): Promise<number> {
  viewers.command('go')
  await delay(settleMs)
  const [before, begunAt] = [viewers.bytes(), performance.now()]
  await delay(turnMs)
  const bytesPerMs = (viewers.bytes() - before) / (performance.now() - begunAt)
  viewers.command('halt')
  await delay(settleMs)
  return (bytesPerMs * 1_000) / sentLineBytes
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
