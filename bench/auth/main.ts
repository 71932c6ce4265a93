// node bench/auth/main.ts: what recognising a caller costs, as a ratio to the same server answering strangers.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { measureLoad } from './keep-alive-load.ts'
import type { Measured } from './measured-server.ts'

const rounds = 5
/** Short turns: whatever else the machine does then meets all three alike. */
const turnsPerRound = 8
const turnMs = 250
const warmUpMs = 3_000
const connections = 16

interface Row {
  work: string
  path: string
  bearer(measured: Measured): string | null
  /** Least ratio to the open address. */
  aim: number
}

const open: Row = { work: 'no authentication', path: '/open', bearer: () => null, aim: 1 }
const rows: Row[] = [
  { work: 'session token', path: '/for-sessions', bearer: it => it.sessionToken, aim: 0.8 },
  { work: 'personal access token', path: '/for-tokens', bearer: it => it.personalAccessToken, aim: 0.7 },
]

const child = fork(fileURLToPath(new URL('./measured-server.ts', import.meta.url)))
try {
  const [measured] = (await once(child, 'message')) as [Measured]
  const load = (row: Row, durationMs: number) =>
    measureLoad({
      port: measured.port,
      path: row.path,
      bearer: row.bearer(measured),
      connections,
      durationMs,
    })
  for (const row of [open, ...rows]) await load(row, warmUpMs)
  const figures = new Map<Row, number[]>([open, ...rows].map(row => [row, []]))
  for (let round = 0; round < rounds; round++) {
    const sums = new Map<Row, number>()
    for (let turn = 0; turn < turnsPerRound; turn++) {
      for (const row of [open, ...rows]) sums.set(row, (sums.get(row) ?? 0) + (await load(row, turnMs)))
    }
    for (const [row, sum] of sums) figures.get(row)?.push(sum / turnsPerRound)
  }
  print(figures)
} finally {
  child.disconnect()
  await once(child, 'exit')
}

function print(figures: Map<Row, number[]>): void {
  const lines = [['work', 'figure', 'baseline', 'ratio', 'aim', '']]
  for (const row of rows) {
    const { figure, baseline } = middleRound(figures.get(row) ?? [], figures.get(open) ?? [])
    const ratio = figure / baseline
    const verdict = ratio < row.aim ? 'below aim' : ''
    lines.push([row.work, perSecond(figure), perSecond(baseline), ratio.toFixed(2), `>= ${row.aim}`, verdict])
  }
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0))) ?? []
  for (const line of lines) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0))
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
}

/** The round with the median ratio, so that figure, baseline and ratio belong together. */
function middleRound(own: number[], baselines: number[]): { figure: number; baseline: number } {
  const measured = own.map((figure, round) => ({ figure, baseline: baselines[round] ?? Number.NaN }))
  const ordered = measured.toSorted((a, b) => a.figure / a.baseline - b.figure / b.baseline)
  return ordered[Math.floor(ordered.length / 2)] ?? { figure: Number.NaN, baseline: Number.NaN }
}

function perSecond(figure: number): string {
  return `${Math.round(figure).toLocaleString('en')}/s`
}
