// node bench/memory/main.ts: resident memory of the bundled panel: idle, with 1,000 game servers on a connected node,
// and with people who look at their consoles and where nothing happens. The baseline is a bare server on the same Node
// that holds as many WebSockets. In turns, five rounds, each with processes of its own.

import { setTimeout as delay } from 'node:timers/promises'
import { residentMb } from '../measuring/process-figures.ts'
import { middleRound, type Round } from '../measuring/rounds.ts'
import { openViewers } from '../measuring/viewers.ts'
import { detail, report } from '../report/report.ts'
import { atMost } from '../report/row.ts'
import { type ServerProgram, startServerProgram } from '../world/server-program.ts'
import { demandOpenFiles } from './open-files.ts'
import { openPanelHomes, type PanelHomes } from './panel-homes.ts'

const rounds = Number(process.argv[2] ?? 5)
const gameServers = 1_000
const crowds = [1_000, 10_000] as const
/** For garbage to be found. */
const settleMs = 5_000
/** For what the panel does once, half a minute after its start. */
const settleAfterStartMs = 35_000

interface Stage {
  work: string
  aimMb?: number
  rounds: Round[]
}

const idle: Stage = { work: 'memory, idle', aimMb: 110, rounds: [] }
const full: Stage = { work: 'memory, 1,000 game servers', rounds: [] }
const watched: Stage[] = crowds.map((viewers, index) => ({
  work: `memory, 1,000 game servers, ${viewers.toLocaleString('en')} idle viewers`,
  ...(index === 0 ? { aimMb: 250 } : {}),
  rounds: [],
}))

demandOpenFiles(Math.max(...crowds) + 1_000)
const homes = await openPanelHomes(gameServers)
try {
  for (let round = 0; round < rounds; round++) await measureRound(homes)
} finally {
  await homes.remove()
}
for (const { work, aimMb, rounds: measured } of [idle, full, ...watched]) {
  if (measured.length === 0) continue
  report({ work, unit: 'MB', ...middleRound(measured), ...(aimMb ? { aim: atMost(aimMb) } : {}) })
}

async function measureRound({
  startEmpty,
  startFull,
  consoleAddress,
  waitForNode,
}: PanelHomes): Promise<void> {
  const bareFile = new URL('./bare-sockets.mjs', import.meta.url)
  const bare = await measure(
    () => startServerProgram(bareFile, { dataDir: '/' }),
    async program => new URL(program.url.replace('http', 'ws')),
  )
  const [empty] = await measure(startEmpty)
  const own = await measure(startFull, consoleAddress, waitForNode)
  detail(`idle ${mb(empty)}; full, then watched ${own.map(mb).join(', ')}; bare ${bare.map(mb).join(', ')}`)
  const [bareIdle, ...bareWatched] = bare
  const [ownFull, ...ownWatched] = own
  idle.rounds.push(roundOf(empty, bareIdle))
  full.rounds.push(roundOf(ownFull, bareIdle))
  for (const [index, stage] of watched.entries())
    stage.rounds.push(roundOf(ownWatched[index], bareWatched[index]))
}

/** Megabytes without viewers and, where they have an address, with each crowd of them. */
async function measure(
  start: () => Promise<ServerProgram>,
  addressOf?: (program: ServerProgram, viewer: number) => Promise<URL>,
  prepare: (program: ServerProgram) => Promise<void> = async () => {},
): Promise<number[]> {
  const program = await start()
  try {
    await prepare(program)
    const figures = [await settledMb(program, settleAfterStartMs)]
    if (!addressOf) return figures
    let viewer = 0
    const crowd = await openViewers(0, () => addressOf(program, viewer++))
    for (const viewers of crowds) {
      await crowd.grow(viewers - viewer)
      figures.push(await settledMb(program))
    }
    if (crowd.lost > 0) throw new Error(`${crowd.lost} viewers were cut off`)
    await crowd.close()
    return figures
  } finally {
    await program.end()
  }
}

async function settledMb({ pid }: ServerProgram, afterMs = settleMs): Promise<number> {
  await delay(afterMs)
  return residentMb(pid)
}

function roundOf(figure = Number.NaN, baseline = Number.NaN): Round {
  return { figure, baseline }
}

function mb(figure = Number.NaN): string {
  return `${figure.toFixed(0)} MB`
}
