// node bench/console/main.ts [VIEWERS...]: lines that reach viewers of a console, as a ratio to a bare broadcast of the
// same bytes by one process that holds the game's pty and the viewers' sockets itself. With numbers: those rows alone; 0 is the
// delay of a line.
//
// What is fair about it: both games are the same program and write as fast as their terminal takes it; both sides read
// all of it and send every viewer the same text in the same message, and only what a viewer has got is counted, so that
// a gap counts as not sent. The one difference is that the console leaves the terminal's carriage returns in: they
// are two bytes of a line's 103, and each side is counted by its own length of a line. Every program has a session of
// its own, as services have: the kernel shares processors between sessions first, so that panel, node and viewers
// in one session would together get no more than the game alone. Behind each row stands what a line costs each process:
// that says more than the ratio while other work goes on on the machine.

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { percentile } from '../measuring/percentile.ts'
import { processorMs } from '../measuring/process-figures.ts'
import { middleRound } from '../measuring/rounds.ts'
import { openViewers, type Viewers } from '../measuring/viewers.ts'
import { detail, report } from '../report/report.ts'
import { type Aim, atMost, ratioAtLeast } from '../report/row.ts'
import { lineBytes } from '../world/line.ts'
import { startMeasuredWorld } from './measured-world.ts'

const rounds = 5
const turnMs = 1_500
/** For a flood to get under way, and for what is left of it to arrive. */
const settleMs = 700
/** In JSON the newline takes two bytes, and so does the carriage return of the terminal. */
const sentLineBytes = { own: lineBytes + 3, bare: lineBytes + 1 }
const wanted = process.argv.slice(2).map(Number)
type Pace = 'go' | 'walk'
const rows = [
  { viewers: 1, pace: 'walk', aim: 0.7 },
  { viewers: 10, pace: 'walk', aim: 0.7 },
  { viewers: 100, pace: 'walk', aim: 0.7 },
  { viewers: 1, pace: 'go', aim: 0.2 },
  { viewers: 10, pace: 'go', aim: 0.4 },
  { viewers: 100, pace: 'go', aim: 0.6 },
] as const satisfies { viewers: number; pace: Pace; aim: number }[]
const chosenRows = rows.filter(({ viewers }) => wanted.length === 0 || wanted.includes(viewers))
const latencySamples = 400
const idleViewers = 1_000

const world = await startMeasuredWorld()
try {
  const gameServerId = await world.startGame('flood')
  // First of all: what a flood leaves behind would hide what viewers cost.
  if (wanted.length === 0) await reportMemory(gameServerId)
  for (const { viewers, pace, aim } of chosenRows) {
    const { figure, baseline, cost, remarks } = await measure(gameServerId, viewers, pace)
    const output = pace === 'walk' ? '20 MB/s' : 'a flood'
    const work = `console, ${output}, ${viewers} ${viewers === 1 ? 'viewer' : 'viewers'}${remarks}`
    detail(`${work}, µs of processor time for each line of one viewer: ${cost}`)
    report({ work, figure, unit: 'lines/s', baseline, aim: ratioAtLeast(aim) })
  }
  if (wanted.length === 0 || wanted.includes(0)) {
    await reportDelays('quiet', await world.startGame('slow-clock'), atMost(5))
    await reportDelays('a line every 7 ms', await world.startGame('clock'))
  }
} finally {
  await world.close()
}

/** Both in turns, five times; the round with the median ratio, so that its figures belong together. */
async function measure(gameServerId: number, count: number, pace: Pace) {
  const own = await openViewers(count, () => world.consoleAddress(gameServerId))
  const bare = await openViewers(count, async () => new URL(`ws://127.0.0.1:${world.barePort}`))
  const measured: { figure: number; baseline: number; cost: string }[] = []
  for (let round = 0; round < rounds; round++) {
    const ownTurn = await turn(own, pace, sentLineBytes.own)
    const bareTurn = await turn(bare, pace, sentLineBytes.bare)
    const cost = `console ${ownTurn.cost}; bare ${bareTurn.cost}`
    measured.push({ figure: ownTurn.linesPerSecond, baseline: bareTurn.linesPerSecond, cost })
  }
  const cut = own.lost > 0 ? `, ${own.lost} cut off` : ''
  const gaps = own.gaps > 0 ? `, ${own.gaps} gaps` : ''
  await own.close()
  await bare.close()
  return { ...middleRound(measured), remarks: cut + gaps }
}

/** Lines per second over all viewers while the game writes, and what a line takes of each process. */
async function turn(viewers: Viewers, pace: Pace, sentBytes: number) {
  viewers.command(pace)
  await delay(settleMs)
  const processes = { ...world.processes(), viewers: process.pid }
  const usedMs = () => Object.entries(processes).map(([name, pid]) => ({ name, ms: processorMs(pid) }))
  const [before, begunAt, usedBefore] = [viewers.bytes(), performance.now(), usedMs()]
  await delay(turnMs)
  const lines = (viewers.bytes() - before) / sentBytes
  const linesPerSecond = (lines * 1_000) / (performance.now() - begunAt)
  const cost = usedMs()
    .map(({ name, ms }, index) => ({ name, ms: ms - (usedBefore[index]?.ms ?? 0) }))
    .filter(({ ms }) => ms > turnMs / 50)
    .map(({ name, ms }) => `${name} ${((ms * 1_000) / (lines / viewers.count)).toFixed(2)}`)
    .join(', ')
  viewers.command('halt')
  await delay(settleMs)
  return { linesPerSecond, cost }
}

async function reportDelays(pace: string, gameServerId: number, aimOfHalf?: Aim): Promise<void> {
  const delays = await measureDelays(gameServerId)
  const work = `console, ${pace}, from the write of a process to the frame`
  report({ work: `${work}, half within`, figure: percentile(delays, 0.5), unit: 'ms', aim: aimOfHalf })
  report({ work: `${work}, 99 of 100 within`, figure: percentile(delays, 0.99), unit: 'ms' })
}

/** Milliseconds. */
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
  return delays
}

async function reportMemory(gameServerId: number): Promise<void> {
  const before = await settledMemory()
  const viewers = await openViewers(idleViewers, () => world.consoleAddress(gameServerId))
  const after = await settledMemory()
  await viewers.close()
  const figure = (after - before) / idleViewers / 1024
  report({ work: 'console, memory of the panel for each idle viewer', figure, unit: 'KB' })
}

async function settledMemory(): Promise<number> {
  await delay(2_000)
  return world.panelResidentBytes()
}
